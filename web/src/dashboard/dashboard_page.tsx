import type { ComponentChildren } from 'preact';
import { hasAccount } from '../home';
import { t } from '../i18n/text';
import { OwnProposals } from '../lobby/own_proposals';
import { people } from '../people_api';
import { stream } from '../people_stream/connection';
import { GameTiles } from '../ui/game_tile';
import { Loaded, useEvery, useLoaded } from '../ui/load';
import { Ratings } from '../ui/ratings';
import { ResultsTable } from '../ui/results_table';
import { useTitle } from '../ui/title';
import type { GameCard, Me, VariantInfo } from '../wire';

type Props = { me: Me; variants: VariantInfo[] };

/** One's own page: what waits for oneself comes first. */
export function DashboardPage({ me, variants }: Props) {
  const loaded = useLoaded(`dashboard ${me.id}`, people.dashboard, stream.value.ownChanges);
  useTitle(t('dashboard'));
  // Deadlines come closer without anything happening.
  useEvery(60_000, loaded.reload);
  return (
    <main tabIndex={-1} class="page">
      <div class="page-head">
        <h1>{t('dashboard-hello', { name: me.name })}</h1>
        <div class="row">
          <a class="button primary" href="/lobby" data-action="to-lobby">
            {t('find-game')}
          </a>
          {hasAccount(me) && (
            <a class="button" href={`/player/${encodeURIComponent(me.name)}`}>
              {t('own-page')}
            </a>
          )}
        </div>
      </div>
      {me.vacation_until !== undefined && me.vacation_until > Date.now() && (
        <p class="notice">
          {t('vacation-now')} <a href="/account">{t('account')}</a>
        </p>
      )}
      <OwnProposals me={me.id} variants={variants} seeks />
      <Loaded of={loaded}>
        {({ my_turn, waiting, finished, ratings, results }) => (
          <>
            <Games id="my-turn" title={t('my-turn', { count: my_turn.length })}>
              <GameTiles games={my_turn} variants={variants} me={me.id} none={t('my-turn-none')} />
            </Games>
            <Games id="waiting" title={t('waiting', { count: waiting.length })}>
              <GameTiles games={waiting} variants={variants} me={me.id} none={t('waiting-none')} />
            </Games>
            <Finished games={finished} variants={variants} me={me} />
            <div class="columns">
              <section class="panel" aria-labelledby="ratings">
                <h2 id="ratings">{t('ratings')}</h2>
                <Ratings ratings={ratings} variants={variants} />
              </section>
              <section class="panel" aria-labelledby="results">
                <h2 id="results">{t('results')}</h2>
                <ResultsTable results={results} variants={variants} />
              </section>
            </div>
          </>
        )}
      </Loaded>
    </main>
  );
}

type GamesProps = { id: string; title: string; children: ComponentChildren };

function Games({ id, title, children }: GamesProps) {
  return (
    <section aria-labelledby={id} data-part={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

const atOnce = 6;

function Finished({ games, variants, me }: Props & { games: GameCard[] }) {
  const more = games.slice(atOnce);
  return (
    <Games id="finished" title={t('finished')}>
      <GameTiles games={games.slice(0, atOnce)} variants={variants} me={me.id} none={t('finished-none')} />
      {more.length > 0 && (
        <details class="card-details">
          <summary>{t('my-games-more', { count: more.length })}</summary>
          <GameTiles games={more} variants={variants} me={me.id} none={t('finished-none')} />
        </details>
      )}
      {hasAccount(me) && games.length > 0 && (
        <p>
          <a href={`/archive?player=${encodeURIComponent(me.name)}`}>{t('all-own-games')}</a>
        </p>
      )}
    </Games>
  );
}
