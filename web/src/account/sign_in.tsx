import { useState } from 'preact/hooks';
import { become } from '../home';
import { t } from '../i18n/text';
import { accounts } from '../people_api';
import { Form, PasswordField, TextField, useAction } from '../ui/form';
import { useTitle } from '../ui/title';
import { goBack } from './back';

export function SignInPage() {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const action = useAction();

  useTitle(t('sign-in'));

  const submit = async () => {
    become(await accounts.signIn(name.trim(), password));
    goBack(location.search);
  };

  return (
    <main tabIndex={-1} class="page narrow">
      <h1>{t('sign-in')}</h1>
      <div class="panel">
        <Form name="sign-in" action={action} onSubmit={submit} submit={t('sign-in')}>
          <TextField
            label={t('name')}
            name="name"
            value={name}
            onInput={setName}
            autocomplete="username"
            maxLength={20}
            required
          />
          <PasswordField label={t('password')} name="password" value={password} onInput={setPassword} />
        </Form>
        <p>
          <a href="/forgotten">{t('password-forgotten')}</a>
        </p>
        <p class="quiet-text">{t('sign-in-games')}</p>
      </div>
      <p>
        {t('no-account')} <a href={`/sign-up${location.search}`}>{t('sign-up')}</a>
      </p>
    </main>
  );
}
