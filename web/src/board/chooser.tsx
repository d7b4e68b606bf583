import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Question } from '../game/play';
import { kindName, t, tOr } from '../i18n/text';
import type { Choice, Side } from '../wire';
import { Piece } from './piece';

type Props = {
  question: Question;
  side: Side;
  onChoose: (choice: Choice) => void;
  onCancel: () => void;
};

/** "No Minister", where only ministers could be brought in. */
function plainLabel(others: Choice[]): string {
  const [kind, another] = new Set(others.flatMap(({ piece }) => piece ?? []));
  if (!kind || another) return t('choose-plain');
  return tOr(`without-${kind}`, t('choose-plain'));
}

function label(choice: Choice, others: Choice[]): string {
  const kind = choice.piece ? kindName(choice.piece) : '';
  if (choice.gate_square) return t('choose-gate', { kind, square: choice.gate_square });
  return kind || plainLabel(others);
}

function title(choices: Choice[]): string {
  const kinds = new Set(choices.map(({ kind }) => kind));
  if (choices.some(({ gate_square }) => gate_square)) return t('choose-gate-title');
  if (kinds.has('late_promotion')) return t('choose-late-promotion-title');
  return t(kinds.has('promotion') ? 'choose-promotion-title' : 'choose-title');
}

/** Asks which of several actions a pull means. Esc and a click beside it take the pull back. */
export function Chooser({ question, side, onChoose, onCancel }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const heading = title(question.choices);
  const cancel = useRef(onCancel);
  cancel.current = onCancel;

  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector('button')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  useLayoutEffect(() => {
    // The press that opened the chooser also ends in a click; only a press begun since then counts.
    let begun = false;
    const onPress = () => {
      begun = true;
    };
    const onClick = (event: MouseEvent) => {
      if (begun && !box.current?.contains(event.target as Node)) cancel.current();
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel.current();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('click', onClick);
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onEscape);
    };
  }, []);

  const onKey = (event: KeyboardEvent) => {
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const round = event.key === 'Tab' ? (event.shiftKey ? -1 : 1) : by;
    if (!round) return;
    buttons[(at + round + buttons.length) % buttons.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="chooser-backdrop">
      <div ref={box} class="chooser" role="dialog" aria-modal="true" aria-label={heading} onKeyDown={onKey}>
        <p>{heading}</p>
        <div class="chooser-choices">
          {question.choices.map(choice => (
            <button
              key={choice.action}
              type="button"
              data-choose={choice.action}
              onClick={() => onChoose(choice)}
            >
              {choice.piece ? (
                <Piece side={side} kind={choice.piece} />
              ) : (
                <span class="piece piece-none" aria-hidden="true" />
              )}
              <span>{label(choice, question.choices)}</span>
            </button>
          ))}
        </div>
        <button type="button" class="quiet" data-choose-cancel onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </div>
  );
}
