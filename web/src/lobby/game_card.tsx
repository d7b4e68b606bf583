import { useId, useState } from 'preact/hooks';
import { Piece } from '../board/piece';
import { back } from '../board/placement';
import { RulesPanel } from '../game/rules_panel';
import { kindName, t } from '../i18n/text';
import type { NewGame, VariantInfo } from '../wire';

type Array = Pick<NewGame, 'set' | 'number'>;
type Props = { variant: VariantInfo; busy: boolean; onPlay: (array: Array) => void };

/** What makes this game different, told from its properties alone. */
function traits(variant: VariantInfo): string[] {
  const found = [t('trait-board', { files: variant.files, ranks: variant.ranks })];
  if (variant.face_down) found.push(t(variant.dress.length > 0 ? 'trait-dressed' : 'trait-face-down'));
  const set = variant.sets[0];
  if (set) found.push(t('trait-random', { size: set.size }));
  if (variant.hands) found.push(t('trait-hands'));
  if (variant.secret_kings) found.push(t('trait-secret-kings'));
  if (!variant.face_down && !set && !variant.secret_kings) found.push(t('trait-fixed'));
  return found;
}

export function GameCard({ variant, busy, onPlay }: Props) {
  const [array, setArray] = useState<Array>({});
  const heading = useId();
  return (
    <li class="card" data-variant={variant.id} aria-labelledby={heading}>
      <div class="card-pieces" aria-hidden="true">
        {variant.face_down && <Piece side="black" kind={variant.dress[0]?.kind ?? back} faceDown />}
        {variant.kinds.map((kind, index) => (
          <Piece key={kind.id} side={index % 2 ? 'black' : 'white'} kind={kind.id} />
        ))}
      </div>
      <h3 id={heading}>{variant.name}</h3>
      <ul class="traits">
        {traits(variant).map(trait => (
          <li key={trait}>{trait}</li>
        ))}
      </ul>
      <p class="card-army">{variant.kinds.map(kind => kindName(kind.id)).join(', ')}</p>
      {variant.sets.length > 0 && <ArrayChoice variant={variant} value={array} onChange={setArray} />}
      {variant.rules_languages.length > 0 && <RulesDetails variant={variant} />}
      <button
        type="button"
        class="primary"
        data-play={variant.id}
        disabled={busy}
        aria-label={t('play-named', { game: variant.name })}
        onClick={() => onPlay(array)}
      >
        {t('play')}
      </button>
    </li>
  );
}

/** The game's half page, fetched when somebody opens it. */
function RulesDetails({ variant }: { variant: VariantInfo }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="card-details" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('rules-title')}</summary>
      {open && <RulesPanel variant={variant} seat="spectator" />}
    </details>
  );
}

type ArrayProps = { variant: VariantInfo; value: Array; onChange: (array: Array) => void };

/** The start array: drawn at random unless a number is given. */
function ArrayChoice({ variant, value, onChange }: ArrayProps) {
  const set = variant.sets.find(({ name }) => name === value.set) ?? variant.sets[0];
  if (!set) return null;
  const withNumber = (text: string): Array => {
    const { number: _old, ...rest } = value;
    return text === '' ? rest : { ...rest, number: Number(text) };
  };
  return (
    <details class="card-details">
      <summary>{t('array-choice')}</summary>
      {variant.sets.length > 1 && (
        <label class="field">
          <span>{t('array-set')}</span>
          <select
            name="set"
            value={set.name}
            onChange={event => onChange({ ...value, set: event.currentTarget.value })}
          >
            {variant.sets.map(({ name, size }) => (
              <option key={name} value={name}>
                {t('array-set-option', { name, size })}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="field">
        <span>{t('array-number', { lowest: set.lowest, highest: set.highest })}</span>
        <input
          type="number"
          name="number"
          inputMode="numeric"
          min={set.lowest}
          max={set.highest}
          placeholder={t('array-any')}
          value={value.number ?? ''}
          onInput={event => onChange(withNumber(event.currentTarget.value))}
        />
      </label>
    </details>
  );
}
