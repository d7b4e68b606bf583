import { useEffect, useState } from 'preact/hooks';
import { api, errorOf } from '../api';
import { errorText, t } from '../i18n/text';
import type { ColourWish, ErrorBody, GameCard, NewGame, VariantInfo } from '../wire';
import { GameCard } from './game_card';
import { MyGames } from './my_games';
import { colours, fittingLevel, start, storedWish, storeWish, type Wish } from './wish';
import '../styles/lobby.css';
import { useTitle } from '../ui/title';

/** Secrecy first, then chance, then the games that have neither: the order of what this place is for. */
function byInterest(variants: VariantInfo[]): VariantInfo[] {
  const place = ({ face_down, secret_kings, sets }: VariantInfo) =>
    face_down ? 0 : sets.length > 0 || secret_kings ? 1 : 2;
  return variants.toSorted((a, b) => place(a) - place(b));
}

/** The first page: what this is, one click to a game, and the games one has. */
export function Lobby({ variants }: { variants: VariantInfo[] }) {
  const [wish, setWish] = useState<Wish>(storedWish);
  const [games, setGames] = useState<GameCard[]>([]);
  const [error, setError] = useState<ErrorBody | null>(null);
  const [busy, setBusy] = useState(false);
  const levels = [...new Set(variants.flatMap(variant => variant.levels))].sort((a, b) => a - b);

  useTitle(t('lobby-title'));

  useEffect(() => {
    api.games().then(setGames, cause => setError(errorOf(cause)));
  }, []);

  const change = (part: Partial<Wish>) => {
    const next = { ...wish, ...part };
    setWish(next);
    storeWish(next);
  };

  const play = async (variant: VariantInfo, array: Pick<NewGame, 'set' | 'number'>) => {
    setBusy(true);
    setError(null);
    try {
      await start({
        variant: variant.id,
        colour: wish.colour,
        level: fittingLevel(wish.level, variant),
        ...array,
      });
    } catch (cause) {
      setError(errorOf(cause));
      setBusy(false);
    }
  };

  return (
    <main tabIndex={-1} class="lobby">
      <section class="hero">
        <h1>{t('lobby-title')}</h1>
        <p>{t('lobby-intro')}</p>
      </section>
      <MyGames games={games} variants={variants} />
      <section aria-labelledby="new-game">
        <div class="lobby-bar">
          <h2 id="new-game">{t('new-game')}</h2>
          <div class="lobby-options">
            <Levels levels={levels} value={wish.level} onChange={level => change({ level })} />
            <Colours value={wish.colour} onChange={colour => change({ colour })} />
          </div>
        </div>
        {error && (
          <p class="notice" role="alert">
            {errorText(error)}
          </p>
        )}
        <ul class="cards">
          {byInterest(variants).map(variant => (
            <GameCard
              key={variant.id}
              variant={variant}
              busy={busy}
              onPlay={array => void play(variant, array)}
            />
          ))}
        </ul>
      </section>
      <footer class="site-footer">
        <p>
          {t('footer-fair')} <a href="/verify">{t('verify-link')}</a>
        </p>
      </footer>
    </main>
  );
}

type LevelsProps = { levels: number[]; value: number; onChange: (level: number) => void };

function Levels({ levels, value, onChange }: LevelsProps) {
  return (
    <label class="field">
      <span>{t('level')}</span>
      <select name="level" value={value} onChange={event => onChange(Number(event.currentTarget.value))}>
        {levels.map(level => (
          <option key={level} value={level}>
            {t('level-option', { level, strongest: level === levels.at(-1) ? 'yes' : 'no' })}
          </option>
        ))}
      </select>
    </label>
  );
}

type ColoursProps = { value: ColourWish; onChange: (colour: ColourWish) => void };

function Colours({ value, onChange }: ColoursProps) {
  return (
    <fieldset class="field">
      <legend>{t('colour')}</legend>
      <div class="segments">
        {colours.map(colour => (
          <button
            key={colour}
            type="button"
            data-colour={colour}
            aria-pressed={colour === value}
            onClick={() => onChange(colour)}
          >
            <span class={`colour-dot colour-${colour}`} aria-hidden="true" />
            {t(`colour-${colour}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
