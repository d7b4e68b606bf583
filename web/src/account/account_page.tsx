import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { loadHome, refreshMe } from '../home';
import { t } from '../i18n/text';
import { accounts, exportHref } from '../people_api';
import { go } from '../router';
import { dateText } from '../ui/amounts';
import { Dialog } from '../ui/dialog';
import { ErrorLine, Form, NewPasswordField, PasswordField, TextField, useAction } from '../ui/form';
import { useTitle } from '../ui/title';
import type { Me } from '../wire';
import { Blocks } from './blocks';
import { Bots } from './bots';
import { leave } from './leave';
import { Sessions } from './sessions';

/** Everything about one's own account. */
export function AccountPage({ me }: { me: Me }) {
  const signOut = useAction();
  useTitle(t('account'));
  return (
    <main tabIndex={-1} class="page">
      <div class="page-head">
        <div>
          <h1>{t('account')}</h1>
          <p class="quiet-text">{t('account-of', { name: me.name })}</p>
        </div>
        <div class="row">
          <a class="button" href={`/player/${encodeURIComponent(me.name)}`}>
            {t('own-page')}
          </a>
          <button
            type="button"
            data-action="sign-out"
            disabled={signOut.busy}
            onClick={() => void signOut.run(leave)}
          >
            {t('sign-out')}
          </button>
        </div>
      </div>
      <ErrorLine error={signOut.error} />
      <div class="columns">
        <Part id="email" title={t('email')}>
          <Email me={me} />
        </Part>
        <Part id="password" title={t('password')}>
          <Password />
        </Part>
        <Part id="sessions" title={t('sessions')}>
          <Sessions />
        </Part>
        <Part id="vacation" title={t('vacation')}>
          <VacationForm me={me} />
        </Part>
        <Part id="bots" title={t('bots')}>
          <Bots />
        </Part>
        <Part id="blocks" title={t('blocks')}>
          <Blocks />
        </Part>
        <Part id="data" title={t('own-data')}>
          <p>{t('export-explained')}</p>
          <a class="button fit" href={exportHref} download data-action="export">
            {t('export')}
          </a>
          <Close name={me.name} />
        </Part>
      </div>
    </main>
  );
}

type PartProps = { id: string; title: string; children: ComponentChildren };

function Part({ id, title, children }: PartProps) {
  return (
    <section class="panel" aria-labelledby={`part-${id}`} data-part={id}>
      <h2 id={`part-${id}`}>{title}</h2>
      {children}
    </section>
  );
}

function Email({ me }: { me: Me }) {
  const [email, setEmail] = useState(me.email ?? '');
  const [password, setPassword] = useState('');
  const [saved, setSaved] = useState(false);
  const action = useAction();

  const submit = async () => {
    await accounts.email(email.trim(), password);
    setPassword('');
    setSaved(true);
    await refreshMe();
  };

  if (!me.mail) return <p>{t('email-no-mail')}</p>;
  return (
    <>
      <p>{t('email-explained')}</p>
      {me.email !== undefined && (
        <p class="quiet-text" data-verified={me.email_verified}>
          {t(me.email_verified ? 'email-verified' : 'email-unverified', { email: me.email })}
        </p>
      )}
      <Form name="email" action={action} onSubmit={submit} submit={t('save')}>
        <TextField
          label={t('email-address')}
          name="email"
          type="email"
          value={email}
          onInput={setEmail}
          hint={t('email-hint')}
          autocomplete="email"
          maxLength={200}
        />
        <PasswordField label={t('password')} name="password" value={password} onInput={setPassword} />
        {saved && !action.busy && !action.error && (
          <p role="status">{t(email.trim() === '' ? 'email-removed' : 'email-sent')}</p>
        )}
      </Form>
    </>
  );
}

function Password() {
  const [old, setOld] = useState('');
  const [fresh, setFresh] = useState('');
  const [saved, setSaved] = useState(false);
  const action = useAction();

  const submit = async () => {
    setSaved(false);
    await accounts.password(old, fresh);
    setOld('');
    setFresh('');
    setSaved(true);
  };

  return (
    <Form name="password" action={action} onSubmit={submit} submit={t('password-change')}>
      <PasswordField label={t('password-old')} name="old" value={old} onInput={setOld} />
      <NewPasswordField label={t('password-new')} name="new" value={fresh} onInput={setFresh} />
      {saved && <p role="status">{t('password-changed')}</p>}
    </Form>
  );
}

function VacationForm({ me }: { me: Me }) {
  const [days, setDays] = useState(Math.min(7, me.vacation_left));
  const action = useAction();
  const set = (count: number) => async () => {
    await accounts.vacation(count);
    await refreshMe();
  };
  const away = me.vacation_until !== undefined && me.vacation_until > Date.now();
  return (
    <>
      <p>{t('vacation-explained')}</p>
      <p class="quiet-text">{t('vacation-left', { days: me.vacation_left })}</p>
      {away ? (
        <Form name="vacation-end" action={action} onSubmit={set(0)} submit={t('vacation-end')}>
          <p>{t('vacation-until', { until: dateText(me.vacation_until ?? 0) })}</p>
        </Form>
      ) : (
        <Form
          name="vacation"
          action={action}
          onSubmit={set(days)}
          submit={t('vacation-begin')}
          disabled={me.vacation_left === 0}
        >
          <label class="field">
            <span>{t('vacation-days')}</span>
            <input
              type="number"
              name="days"
              inputMode="numeric"
              min={1}
              max={me.vacation_left}
              value={days}
              disabled={me.vacation_left === 0}
              onInput={event => setDays(Number(event.currentTarget.value))}
            />
          </label>
        </Form>
      )}
    </>
  );
}

/** Closing the account asks twice: once by a dialog, once for the password. */
function Close({ name }: { name: string }) {
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const action = useAction();

  const submit = async () => {
    await accounts.close(password);
    await loadHome();
    go('/');
  };

  return (
    <>
      <p>{t('close-account-explained')}</p>
      <button type="button" class="danger fit" data-action="close-account" onClick={() => setOpen(true)}>
        {t('close-account')}
      </button>
      {open && (
        <Dialog title={t('close-account-question', { name })} onClose={() => setOpen(false)}>
          <p>{t('close-account-warning')}</p>
          <Form name="close-account" action={action} onSubmit={submit} submit={t('close-account')} danger>
            <PasswordField label={t('password')} name="password" value={password} onInput={setPassword} />
          </Form>
          <button type="button" class="fit" onClick={() => setOpen(false)}>
            {t('cancel')}
          </button>
        </Dialog>
      )}
    </>
  );
}
