import { useState } from 'preact/hooks';
import { api } from '../api';
import { hasAccount } from '../home';
import { t } from '../i18n/text';
import { lobby } from '../people_api';
import { stream } from '../people_stream/connection';
import { go } from '../router';
import { ErrorLine, useAction } from '../ui/form';
import { Loaded, useEvery, useLoaded } from '../ui/load';
import { useTitle } from '../ui/title';
import type { ColourWish, Me, NewGame, VariantInfo } from '../wire';
import { inviteHref } from './conditions_text';
import { GameCard } from './game_card';
import { MyGames } from './my_games';
import { OwnProposals } from './own_proposals';
import { QuickPairing } from './pairing';
import { clocksOf } from './pools';
import { Propose } from './propose';
import { Seeks } from './seeks';
import { colours, fittingLevel, start, storedWish, storeWish, type Wish } from './wish';
import '../styles/lobby.css';

/** Secrecy first, then chance, then the games that have neither: the order of what this place is for. */
export function byInterest(variants: VariantInfo[]): VariantInfo[] {
  const place = ({ face_down, secret_kings, sets }: VariantInfo) =>
    face_down ? 0 : sets.length > 0 || secret_kings ? 1 : 2;
  return variants.toSorted((a, b) => place(a) - place(b));
}

type Props = { variants: VariantInfo[]; me: Me };

/** Finding a game: what this is, people to play, and one click to a game against the computer. */
export function Lobby({ variants, me }: Props) {
  const account = hasAccount(me);
  useTitle(t('lobby-title'));
  return (
    <main tabIndex={-1} class="lobby">
      <section class="hero">
        <h1>{t(account ? 'lobby-title-account' : 'lobby-title')}</h1>
        {!account && (
          <>
            <p>{t('lobby-intro')}</p>
            <div class="row">
              <a class="button" href="/sign-up" data-action="sign-up">
                {t('sign-up')}
              </a>
              <span class="quiet-text">{t('sign-up-why')}</span>
            </div>
          </>
        )}
      </section>
      {account && <WithPeople variants={variants} me={me} />}
      {!account && <GuestGames variants={variants} me={me} />}
      <AgainstComputer variants={variants} />
      {!account && <WithPeople variants={variants} me={me} />}
      <footer class="site-footer">
        <p>
          {t('footer-fair')} <a href="/verify">{t('verify-link')}</a>
        </p>
      </footer>
    </main>
  );
}

function GuestGames({ variants, me }: Props) {
  const games = useLoaded('games', api.games, stream.value.ownChanges);
  return (
    <>
      <ErrorLine error={games.error} />
      <MyGames games={games.value ?? []} variants={variants} me={me.id} />
    </>
  );
}

/** Everything between people. Guests see it, and play by invitation. */
function WithPeople({ variants, me }: Props) {
  const loaded = useLoaded('lobby', lobby.now, stream.value.lobbyChanges);
  const account = hasAccount(me);
  // Without the stream there is still the list to ask.
  useEvery(20_000, () => {
    if (!stream.value.online) loaded.reload();
  });
  return (
    <>
      <OwnProposals me={me.id} variants={variants} />
      <Loaded of={loaded}>
        {now => (
          <>
            <p class="quiet-text" data-lobby-numbers>
              {t('lobby-numbers', { online: now.online, playing: now.playing })}{' '}
              <a href="/watch">{t('nav-watch')}</a>
            </p>
            <div class="lobby-people">
              {account ? (
                <QuickPairing pools={now.pools} variants={variants} me={me} />
              ) : (
                <Seeks seeks={now.seeks} variants={variants} me={me} onChanged={loaded.reload} />
              )}
              <section class="panel" aria-labelledby="propose-game" data-part="propose">
                <h2 id="propose-game">{t(account ? 'propose' : 'propose-guest')}</h2>
                <Propose
                  me={me}
                  variants={byInterest(variants)}
                  clocks={clocksOf(now.pools)}
                  onProposed={made => {
                    loaded.reload();
                    if (made.kind === 'invitation') go(inviteHref(made.id));
                  }}
                />
              </section>
            </div>
            {account && <Seeks seeks={now.seeks} variants={variants} me={me} onChanged={loaded.reload} />}
          </>
        )}
      </Loaded>
    </>
  );
}

/** The computer plays at once, without account and without a clock. */
function AgainstComputer({ variants }: { variants: VariantInfo[] }) {
  const [wish, setWish] = useState<Wish>(storedWish);
  const action = useAction();
  const levels = [...new Set(variants.flatMap(variant => variant.levels))].sort((a, b) => a - b);

  const change = (part: Partial<Wish>) => {
    const next = { ...wish, ...part };
    setWish(next);
    storeWish(next);
  };

  const play = (variant: VariantInfo, array: Pick<NewGame, 'set' | 'number'>) =>
    void action.run(() =>
      start({
        variant: variant.id,
        colour: wish.colour,
        level: fittingLevel(wish.level, variant),
        ...array,
      }),
    );

  return (
    <section aria-labelledby="new-game">
      <div class="lobby-bar">
        <h2 id="new-game">{t('new-game')}</h2>
        <div class="lobby-options">
          <Levels levels={levels} value={wish.level} onChange={level => change({ level })} />
          <Colours value={wish.colour} onChange={colour => change({ colour })} />
        </div>
      </div>
      <ErrorLine error={action.error} />
      <ul class="cards">
        {byInterest(variants).map(variant => (
          <GameCard
            key={variant.id}
            variant={variant}
            busy={action.busy}
            onPlay={array => play(variant, array)}
          />
        ))}
      </ul>
    </section>
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
