import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/text';
import type { Connection } from '../session/connection';
import { Icon } from '../ui/icons';
import type { Snapshot } from '../wire';
import { onlooks, withComputer } from './people';
import { mute, muted, phrases, phraseText } from './talk';

type Props = { game: Snapshot; connection: Connection; me: string; onAbort: () => void };

/** A menu of what is rarely done: offers, aborting, the phrases. */
export function More({ game, connection, me, onAbort }: Props) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const onPress = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusin', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusin', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  const talk = game.phase !== 'dealing' && !withComputer(game);
  const { may } = game;
  if (onlooks(game, me) || !(talk || may.abort || may.offer_draw || may.offer_takeback)) return null;
  const then = (what: () => void) => () => {
    setOpen(false);
    button.current?.focus();
    what();
  };
  return (
    <div ref={box} class="more">
      <button
        ref={button}
        type="button"
        class="icon-button"
        aria-label={t('table-more')}
        title={t('table-more')}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-action="more"
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open && (
        <div id={id} class="more-list">
          {may.offer_draw && (
            <button type="button" data-action="offer-draw" onClick={then(() => connection.offer('draw'))}>
              <Icon name="draw" />
              {t('table-offer-draw')}
            </button>
          )}
          {may.offer_takeback && (
            <button
              type="button"
              data-action="offer-takeback"
              onClick={then(() => connection.offer('takeback'))}
            >
              <Icon name="takeback" />
              {t('table-offer-takeback')}
            </button>
          )}
          {may.abort && (
            <button type="button" data-action="abort" onClick={then(onAbort)}>
              <Icon name="close" />
              {t('table-abort')}
            </button>
          )}
          {talk && (
            <fieldset class="phrases">
              <legend>{t('table-say')}</legend>
              {phrases.map(phrase => (
                <button
                  key={phrase}
                  type="button"
                  data-phrase={phrase}
                  onClick={then(() => connection.say(phrase))}
                >
                  {phraseText(phrase)}
                </button>
              ))}
              <button
                type="button"
                class="toggle"
                aria-pressed={muted.value}
                data-action="mute"
                onClick={() => mute(!muted.value)}
              >
                {t('table-mute')}
              </button>
            </fieldset>
          )}
        </div>
      )}
    </div>
  );
}
