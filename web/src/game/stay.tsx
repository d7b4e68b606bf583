import { cornerOf, type Size } from '../board/squares';
import { t, tOr } from '../i18n/text';
import type { Choice, Side } from '../wire';

type Props = { choices: Choice[]; orientation: Side; size: Size; onChoose: (choice: Choice) => void };

/** The button for what can be done on the selected square itself, such as turning the piece up. */
export function Stay({ choices, orientation, size, onChoose }: Props) {
  const [choice] = choices;
  if (!choice) return null;
  const { left, top } = cornerOf(choice.from, orientation, size);
  const below = top < 20;
  const style = {
    left: `clamp(0px, calc(${left + 50 / size.files}% - 4rem), calc(100% - 8rem))`,
    top: below ? `${top + 100 / size.ranks}%` : `calc(${top}% - 44px)`,
  };
  return (
    <button
      type="button"
      class="stay primary"
      data-stay-action
      style={style}
      onClick={() => onChoose(choice)}
    >
      {tOr(`stay-${choice.kind}`, t('stay-other', { text: choice.text }))}
    </button>
  );
}
