import { useEffect, useRef, useState } from 'preact/hooks';
import { hasAccount, home } from '../home';
import { chooseLanguage, language, languages } from '../i18n/language';
import { t } from '../i18n/text';
import { stream } from '../people_stream/connection';
import { route } from '../router';
import { nextTheme, theme } from '../theme';
import { Icon } from './icons';
import { SettingsDialog } from './settings_dialog';

const links = [
  ['/lobby', 'nav-lobby'],
  ['/watch', 'nav-watch'],
  ['/archive', 'nav-archive'],
  ['/statistics', 'nav-statistics'],
  ['/leaderboards', 'nav-leaderboards'],
  ['/verify', 'verify-link'],
] as const;

const themeIcons = { auto: 'contrast', light: 'sun', dark: 'moon' } as const;

export function Header() {
  const [settings, setSettings] = useState(false);
  const [menu, setMenu] = useState(false);
  const element = useRef<HTMLElement>(null);
  const here = route.value;
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => setMenu(false), [here]);

  useEffect(() => {
    if (!menu) return;
    const outside = (event: Event) => {
      if (!element.current?.contains(event.target as Node)) setMenu(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setMenu(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', onKey);
    };
  }, [menu]);

  const account = home.value !== null && hasAccount(home.value.me);
  const colours = t('theme-switch', { theme: t(`theme-${theme.value}`) });
  return (
    <header class="site-header" ref={element}>
      <a class="brand" href="/" aria-label={t('brand-home')}>
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>{t('brand')}</span>
      </a>
      <div id="site-menu" class="site-menu" data-open={menu ? '' : undefined}>
        <nav class="site-links" aria-label={t('navigation')}>
          {account && (
            <a class="quiet-link" href="/" aria-current={here.page === 'home' ? 'page' : undefined}>
              {t('nav-dashboard')}
            </a>
          )}
          {links.map(([href, key]) => (
            <a
              key={href}
              class="quiet-link"
              href={href}
              aria-current={isHere(href, here.page) ? 'page' : undefined}
            >
              {t(key)}
            </a>
          ))}
        </nav>
        <div class="site-tools">
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
            aria-label={colours}
            title={colours}
            data-action="theme"
            onClick={nextTheme}
          >
            <Icon name={themeIcons[theme.value]} />
          </button>
        </div>
      </div>
      <div class="site-tools">
        <button
          type="button"
          class="icon-button"
          aria-label={t('settings')}
          title={t('settings')}
          data-action="settings"
          onClick={() => setSettings(true)}
        >
          <Icon name="gear" />
        </button>
        <Person />
        <button
          ref={button}
          type="button"
          class="icon-button menu-button"
          aria-label={t('menu')}
          aria-expanded={menu}
          aria-controls="site-menu"
          data-action="menu"
          onClick={() => setMenu(!menu)}
        >
          <Icon name="menu" />
        </button>
      </div>
      {settings && <SettingsDialog onClose={() => setSettings(false)} />}
    </header>
  );
}

function isHere(href: string, page: string): boolean {
  return href === `/${page}`;
}

/** Who one is: the way in for guests, notices and account for the others. */
function Person() {
  const me = home.value?.me;
  if (!me) return null;
  const { unread } = stream.value;
  const bell = t('nav-notices', { unread });
  return (
    <>
      <a
        class="button quiet icon-button bell"
        href="/notices"
        aria-label={bell}
        title={bell}
        data-unread={unread}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span class="badge" aria-hidden="true">
            {unread > 99 ? t('badge-many') : unread}
          </span>
        )}
      </a>
      {hasAccount(me) ? (
        <a
          class="button quiet person"
          href="/account"
          aria-label={t('nav-account', { name: me.name })}
          title={me.name}
        >
          <Icon name="person" />
          <span>{me.name}</span>
        </a>
      ) : (
        <a
          class="button quiet person"
          href="/sign-in"
          aria-label={t('sign-in')}
          title={t('sign-in')}
          data-action="sign-in"
        >
          <Icon name="person" />
          <span>{t('sign-in')}</span>
        </a>
      )}
    </>
  );
}
