import { useState } from 'preact/hooks';
import { hasAccount } from '../home';
import { t } from '../i18n/text';
import { Propose } from '../lobby/propose';
import { people } from '../people_api';
import { go } from '../router';
import { dateText } from '../ui/amounts';
import { Dialog } from '../ui/dialog';
import { ErrorLine, useAction } from '../ui/form';
import { GameTiles } from '../ui/game_tile';
import { Loaded, useLoaded } from '../ui/load';
import { Ratings } from '../ui/ratings';
import { ResultsTable } from '../ui/results_table';
import { useTitle } from '../ui/title';
import type { Me, PlayerPage as Page, VariantInfo } from '../wire';
import { ReportDialog } from './report_dialog';

type Props = { name: string; me: Me; variants: VariantInfo[] };

export function PlayerPage({ name, me, variants }: Props) {
  const loaded = useLoaded(`player ${name}`, () => people.player(name));
  useTitle(name);
  return (
    <main tabIndex={-1} class="page" data-player={name}>
      {loaded.value === null && <h1>{name}</h1>}
      <Loaded of={loaded}>
        {page => (
          <>
            <Head page={page} me={me} variants={variants} onChanged={loaded.reload} />
            <div class="columns">
              <section class="panel" aria-labelledby="ratings">
                <h2 id="ratings">{t('ratings')}</h2>
                <Ratings key={page.player.id} ratings={page.ratings} variants={variants} />
              </section>
              <section class="panel" aria-labelledby="results">
                <h2 id="results">{t('results')}</h2>
                <ResultsTable results={page.results} variants={variants} />
              </section>
            </div>
            <section aria-labelledby="games">
              <h2 id="games">{t('player-games')}</h2>
              <GameTiles games={page.games} variants={variants} none={t('player-games-none')} />
              {page.games.length > 0 && (
                <p>
                  <a href={`/archive?player=${encodeURIComponent(page.player.name)}`}>{t('all-games')}</a>
                </p>
              )}
            </section>
          </>
        )}
      </Loaded>
    </main>
  );
}

type HeadProps = { page: Page; me: Me; variants: VariantInfo[]; onChanged: () => void };

function Head({ page, me, variants, onChanged }: HeadProps) {
  const [open, setOpen] = useState<'challenge' | 'report' | null>(null);
  const action = useAction();
  const { player, created, online, blocked } = page;
  const own = player.id === me.id;
  const block = () =>
    void action.run(async () => {
      await (blocked ? people.unblock(player.name) : people.block(player.name));
      onChanged();
    });
  return (
    <>
      <div class="page-head">
        <div>
          <h1>
            {player.kind === 'bot' && <span class="tag">{t('player-bot')}</span>} {player.name}
          </h1>
          <p class="quiet-text">
            <span class="online-dot" data-online={online} aria-hidden="true" />
            {t(online ? 'player-online' : 'player-offline')} ·{' '}
            {t('player-since', { date: dateText(created) })}
          </p>
        </div>
        {!own && hasAccount(me) && (
          <div class="row">
            <button
              type="button"
              class="primary"
              data-action="challenge"
              disabled={blocked}
              onClick={() => setOpen('challenge')}
            >
              {t('challenge')}
            </button>
            <button type="button" data-action="block" disabled={action.busy} onClick={block}>
              {t(blocked ? 'unblock' : 'block')}
            </button>
            <button type="button" data-action="report" onClick={() => setOpen('report')}>
              {t('report')}
            </button>
          </div>
        )}
        {own && (
          <a class="button" href="/account">
            {t('account')}
          </a>
        )}
      </div>
      <ErrorLine error={action.error} />
      {blocked && <p class="notice">{t('player-blocked')}</p>}
      {!own && !hasAccount(me) && (
        <p class="quiet-text">
          {t('challenge-needs-account')}{' '}
          <a href={`/sign-in?back=${encodeURIComponent(location.pathname)}`}>{t('sign-in')}</a>
        </p>
      )}
      {open === 'challenge' && (
        <Dialog
          title={t('challenge-title', { name: player.name })}
          class="wide-dialog"
          onClose={() => setOpen(null)}
        >
          <Propose
            me={me}
            variants={variants}
            clocks={[]}
            opponent={player.name}
            onProposed={() => {
              setOpen(null);
              go('/lobby');
            }}
          />
          <button type="button" class="fit" onClick={() => setOpen(null)}>
            {t('cancel')}
          </button>
        </Dialog>
      )}
      {open === 'report' && <ReportDialog about={player.name} onClose={() => setOpen(null)} />}
    </>
  );
}
