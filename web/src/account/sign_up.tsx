import { useState } from 'preact/hooks';
import { become } from '../home';
import { t } from '../i18n/text';
import { accounts } from '../people_api';
import { Form, NewPasswordField, TextField, useAction } from '../ui/form';
import { useTitle } from '../ui/title';
import { goBack } from './back';
import { RecoveryCodes } from './recovery_codes';

/** What the server takes as a name. */
const namePattern = '[A-Za-z][A-Za-z0-9_\\-]{1,19}';

/** Makes the guest an account; the recovery codes are shown once, before anything else. */
export function SignUpPage() {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [codes, setCodes] = useState<string[] | null>(null);
  const action = useAction();

  useTitle(t('sign-up'));

  const submit = async () => {
    const { me, recovery_codes } = await accounts.signUp(name.trim(), password);
    setCodes(recovery_codes);
    become(me);
  };

  if (codes)
    return (
      <main tabIndex={-1} class="page narrow">
        <h1>{t('welcome', { name: name.trim() })}</h1>
        <RecoveryCodes name={name.trim()} codes={codes} onSaved={() => goBack(location.search)} />
      </main>
    );

  return (
    <main tabIndex={-1} class="page narrow">
      <h1>{t('sign-up')}</h1>
      <p>{t('sign-up-intro')}</p>
      <div class="panel">
        <Form name="sign-up" action={action} onSubmit={submit} submit={t('sign-up')}>
          <TextField
            label={t('name')}
            name="name"
            value={name}
            onInput={setName}
            hint={t('name-hint')}
            autocomplete="username"
            pattern={namePattern}
            maxLength={20}
            required
          />
          <NewPasswordField label={t('password')} name="password" value={password} onInput={setPassword} />
        </Form>
      </div>
      <p>
        {t('have-account')} <a href={`/sign-in${location.search}`}>{t('sign-in')}</a>
      </p>
    </main>
  );
}
