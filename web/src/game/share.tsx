import { useEffect, useRef, useState } from 'preact/hooks';
import { api, errorOf } from '../api';
import { errorText, t } from '../i18n/text';
import { copy } from '../ui/clipboard';
import type { Snapshot } from '../wire';
import { fenShown, type Shown } from './history';

type Props = { game: Snapshot; shown: Shown; truth: string[] | null };

type Outcome = { copied: true } | { byHand: string } | { error: string };

/** The game to take along: its PGN as a file or a text, and the FEN of the position shown. */
export function Share({ game, shown, truth }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [outcome]);
  if (!game.start) return null;

  const give = async (text: Promise<string>) => {
    setOutcome(null);
    try {
      const copied = await copy(text);
      setOutcome(copied ? { copied } : { byHand: await text });
    } catch (cause) {
      setOutcome({ error: errorText(errorOf(cause)) });
    }
  };

  return (
    <section class="share" aria-label={t('share-title')}>
      <h3>{t('share-title')}</h3>
      <p class="quiet-text">{t(game.phase === 'over' ? 'share-truth' : 'share-seen')}</p>
      <div class="share-ways">
        <a class="button" href={api.pgnAddress(game.id)} download data-action="download-pgn">
          {t('share-download')}
        </a>
        <button type="button" data-action="copy-pgn" onClick={() => void give(api.pgn(game.id))}>
          {t('share-copy-pgn')}
        </button>
        <button
          type="button"
          data-action="copy-fen"
          onClick={() => void give(Promise.resolve(fenShown(game, shown, truth)))}
        >
          {t('share-copy-fen')}
        </button>
      </div>
      <div role="status" data-share={outcome ? Object.keys(outcome)[0] : undefined}>
        {outcome && 'copied' in outcome && <p>{t('share-copied')}</p>}
        {outcome && 'error' in outcome && <p class="notice">{outcome.error}</p>}
        {outcome && 'byHand' in outcome && <p>{t('share-by-hand')}</p>}
      </div>
      {outcome && 'byHand' in outcome && (
        <textarea
          readOnly
          rows={6}
          spellcheck={false}
          aria-label={t('share-text')}
          value={outcome.byHand}
          ref={field}
        />
      )}
    </section>
  );
}
