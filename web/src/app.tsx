import { useEffect, useRef } from 'preact/hooks';
import { AccountPage } from './account/account_page';
import { ForgottenPage, ResetPage } from './account/forgotten';
import { SignInPage } from './account/sign_in';
import { SignUpPage } from './account/sign_up';
import { VerifyEmailPage } from './account/verify_email';
import { ArchivePage } from './archive/archive_page';
import { WatchPage } from './archive/watch_page';
import { DashboardPage } from './dashboard/dashboard_page';
import { GamePage } from './game/game_page';
import { type Home, hasAccount, home, homeError, loadHome } from './home';
import { language } from './i18n/language';
import { errorText, t } from './i18n/text';
import { InvitePage } from './lobby/invite_page';
import { Lobby } from './lobby/lobby';
import { PairingBar } from './lobby/pairing';
import { Announcements } from './notices/announcements';
import { NoticesPage } from './notices/notices_page';
import { Toasts } from './notices/toasts';
import { follow } from './people_stream/connection';
import { PlayerPage } from './player/player_page';
import { type Route, route } from './router';
import { LeaderboardsPage } from './statistics/leaderboards_page';
import { StatisticsPage } from './statistics/statistics_page';
import { Header } from './ui/header';
import { TabTitle } from './ui/title';
import { VerifyPage } from './verify/verify_page';

function Page() {
  const loaded = home.value;
  const error = homeError.value;
  if (error)
    return (
      <main tabIndex={-1} class="message-page">
        <h1>{t('error-title')}</h1>
        <p>{errorText(error)}</p>
        <button type="button" class="primary" onClick={() => void loadHome()}>
          {t('try-again')}
        </button>
      </main>
    );
  if (!loaded)
    return (
      <main tabIndex={-1} class="message-page" aria-busy="true">
        <p>{t('loading')}</p>
      </main>
    );
  return pageAt(route.value, loaded);
}

function pageAt(here: Route, loaded: Home) {
  const { me, variants } = loaded;
  switch (here.page) {
    case 'home':
      return hasAccount(me) ? (
        <DashboardPage me={me} variants={variants} />
      ) : (
        <Lobby me={me} variants={variants} />
      );
    case 'lobby':
      return <Lobby me={me} variants={variants} />;
    case 'dashboard':
      return <DashboardPage me={me} variants={variants} />;
    case 'game':
      return <GamePage key={here.id} id={here.id} home={loaded} />;
    case 'invite':
      return <InvitePage key={here.id} id={here.id} me={me} variants={variants} />;
    case 'verify':
      return <VerifyPage game={here.game} />;
    case 'sign-in':
      return <SignInPage />;
    case 'sign-up':
      return <SignUpPage />;
    case 'forgotten':
      return <ForgottenPage />;
    case 'reset':
      return <ResetPage token={here.token} />;
    case 'verify-email':
      return <VerifyEmailPage token={here.token} />;
    case 'account':
      return hasAccount(me) ? <AccountPage key={me.id} me={me} /> : <SignInPage />;
    case 'player':
      return <PlayerPage key={here.name} name={here.name} me={me} variants={variants} />;
    case 'watch':
      return <WatchPage variants={variants} />;
    case 'archive':
      return <ArchivePage search={here.query} variants={variants} />;
    case 'statistics':
      return <StatisticsPage variant={here.variant} variants={variants} />;
    case 'leaderboards':
      return <LeaderboardsPage variant={here.variant} speed={here.speed} variants={variants} me={me} />;
    case 'notices':
      return <NoticesPage />;
    case 'missing':
      return <Missing />;
  }
}

function Missing() {
  return (
    <main tabIndex={-1} class="message-page">
      <h1>{t('missing-title')}</h1>
      <a class="button primary" href="/">
        {t('to-lobby')}
      </a>
    </main>
  );
}

/** What concerns the person, whatever page is open. */
function News({ loaded: { me, variants } }: { loaded: Home }) {
  useEffect(() => follow(me), [me.id]);
  return (
    <>
      <Announcements />
      <PairingBar variants={variants} floating={route.value.page === 'game'} />
      <Toasts variants={variants} />
    </>
  );
}

/** A filter in the address makes no other page. */
const filtered = ['archive', 'statistics', 'leaderboards'];
const placeOf = (here: Route) => (filtered.includes(here.page) ? here.page : JSON.stringify(here));

export function App() {
  useEffect(() => void loadHome(), []);
  const lang = language.value;
  useEffect(() => {
    document.documentElement.lang = lang;
  }, [lang]);
  const here = placeOf(route.value);
  const first = useRef(here);
  useEffect(() => {
    // A new page starts at its beginning for keyboard and screen reader, as a loaded one would.
    if (first.current === here) return;
    first.current = here;
    document.querySelector<HTMLElement>('main')?.focus();
  }, [here]);
  return (
    <>
      <TabTitle />
      <Header />
      {home.value && <News loaded={home.value} />}
      <Page />
    </>
  );
}
