import { useState } from 'preact/hooks';
import { home } from '../home';
import { t } from '../i18n/text';
import { accounts } from '../people_api';
import { go } from '../router';
import { Form, NewPasswordField, TextField, useAction } from '../ui/form';
import { useTitle } from '../ui/title';

/** A new password by a recovery code, or by a link where the host has set up mail. */
export function ForgottenPage() {
  useTitle(t('password-forgotten'));
  return (
    <main tabIndex={-1} class="page narrow">
      <h1>{t('password-forgotten')}</h1>
      <ByCode />
      {home.value?.me.mail ? <ByMail /> : <p class="quiet-text">{t('forgotten-no-mail')}</p>}
    </main>
  );
}

function ByCode() {
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [done, setDone] = useState(false);
  const action = useAction();

  const submit = async () => {
    await accounts.recover(name.trim(), code.trim(), password);
    setDone(true);
  };

  if (done) return <NewPasswordSet />;
  return (
    <section class="panel" aria-labelledby="by-code">
      <h2 id="by-code">{t('forgotten-by-code')}</h2>
      <Form name="recover" action={action} onSubmit={submit} submit={t('password-set')}>
        <TextField
          label={t('name')}
          name="name"
          value={name}
          onInput={setName}
          autocomplete="username"
          required
        />
        <TextField
          label={t('recovery-code')}
          name="code"
          value={code}
          onInput={setCode}
          hint={t('recovery-code-hint')}
          required
        />
        <NewPasswordField label={t('password-new')} name="password" value={password} onInput={setPassword} />
      </Form>
    </section>
  );
}

function ByMail() {
  const [name, setName] = useState('');
  const [sent, setSent] = useState(false);
  const action = useAction();

  const submit = async () => {
    await accounts.askForLink(name.trim());
    setSent(true);
  };

  return (
    <section class="panel" aria-labelledby="by-mail">
      <h2 id="by-mail">{t('forgotten-by-mail')}</h2>
      {sent ? (
        <p role="status">{t('forgotten-sent')}</p>
      ) : (
        <Form name="reset-wish" action={action} onSubmit={submit} submit={t('forgotten-send')}>
          <TextField
            label={t('name')}
            name="name"
            value={name}
            onInput={setName}
            autocomplete="username"
            required
          />
        </Form>
      )}
    </section>
  );
}

/** Where a link from a mail or from the host leads. */
export function ResetPage({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const [done, setDone] = useState(false);
  const action = useAction();

  useTitle(t('reset-title'));

  const submit = async () => {
    await accounts.reset(token, password);
    setDone(true);
  };

  return (
    <main tabIndex={-1} class="page narrow">
      <h1>{t('reset-title')}</h1>
      {done ? (
        <NewPasswordSet />
      ) : token === '' ? (
        <p class="notice">{t('link-incomplete')}</p>
      ) : (
        <div class="panel">
          <Form name="reset" action={action} onSubmit={submit} submit={t('password-set')}>
            <NewPasswordField
              label={t('password-new')}
              name="password"
              value={password}
              onInput={setPassword}
            />
          </Form>
        </div>
      )}
    </main>
  );
}

function NewPasswordSet() {
  return (
    <section class="panel">
      <p role="status">{t('password-is-set')}</p>
      <button type="button" class="primary fit" data-action="to-sign-in" onClick={() => go('/sign-in')}>
        {t('sign-in')}
      </button>
    </section>
  );
}
