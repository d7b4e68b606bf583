import { useId, useState } from 'preact/hooks';
import { Piece } from '../board/piece';
import { back } from '../board/placement';
import { RulesPanel } from '../game/rules_panel';
import { kindName, t } from '../i18n/text';
import type { VariantInfo } from '../wire';
import { ArrayChoice, type ArrayWish } from './array_choice';

type Props = { variant: VariantInfo; busy: boolean; onPlay: (array: ArrayWish) => void };

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
  const [array, setArray] = useState<ArrayWish>({});
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
