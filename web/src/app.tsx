import { useEffect, useRef, useState } from 'preact/hooks';
import { GamePage } from './game/game_page';
import { home, homeError, loadHome } from './home';
import { chooseLanguage, language, languages } from './i18n/language';
import { errorText, t } from './i18n/text';
import { Lobby } from './lobby/lobby';
import { route } from './router';
import { nextTheme, theme } from './theme';
import { Icon } from './ui/icons';
import { SettingsDialog } from './ui/settings_dialog';
import { VerifyPage } from './verify/verify_page';

function Header() {
  const [open, setOpen] = useState(false);
  const icon = { auto: 'contrast', light: 'sun', dark: 'moon' } as const;
  return (
    <header class="site-header">
      <a class="brand" href="/" aria-label={t('brand-home')}>
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>{t('brand')}</span>
      </a>
      <nav class="site-tools" aria-label={t('tools')}>
        <a class="quiet-link" href="/verify">
          {t('verify-link')}
        </a>
        <fieldset class="segments" aria-label={t('language')}>
          {languages.map(lang => (
            <button
              key={lang}
              type="button"
              lang={lang}
              aria-pressed={lang === language.value}
              title={t(`language-${lang}`)}
              onClick={() => chooseLanguage(lang)}
            >
              {lang.toUpperCase()}
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          class="icon-button"
          aria-label={t('settings')}
          title={t('settings')}
          data-action="settings"
          onClick={() => setOpen(true)}
        >
          <Icon name="gear" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={t('theme-switch', { theme: t(`theme-${theme.value}`) })}
          title={t('theme-switch', { theme: t(`theme-${theme.value}`) })}
          onClick={nextTheme}
        >
          <Icon name={icon[theme.value]} />
        </button>
      </nav>
      {open && <SettingsDialog onClose={() => setOpen(false)} />}
    </header>
  );
}

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
  const here = route.value;
  switch (here.page) {
    case 'lobby':
      return <Lobby variants={loaded.variants} />;
    case 'game':
      return <GamePage key={here.id} id={here.id} home={loaded} />;
    case 'verify':
      return <VerifyPage game={here.game} />;
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

export function App() {
  useEffect(() => void loadHome(), []);
  const lang = language.value;
  useEffect(() => {
    document.documentElement.lang = lang;
  }, [lang]);
  const here = route.value;
  const first = useRef(here);
  useEffect(() => {
    // A new page starts at its beginning for keyboard and screen reader, as a loaded one would.
    if (first.current !== here) document.querySelector<HTMLElement>('main')?.focus();
  }, [here]);
  return (
    <>
      <Header />
      <Page />
    </>
  );
}
