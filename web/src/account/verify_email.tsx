import { useState } from 'preact/hooks';
import { refreshMe } from '../home';
import { t } from '../i18n/text';
import { accounts } from '../people_api';
import { Form, useAction } from '../ui/form';
import { useTitle } from '../ui/title';

/** Where the link leads that verifies a mail address. A button, so that mail scanners verify nothing. */
export function VerifyEmailPage({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  const action = useAction();

  useTitle(t('email-verify-title'));

  const submit = async () => {
    await accounts.verifyEmail(token);
    setDone(true);
    await refreshMe();
  };

  return (
    <main tabIndex={-1} class="page narrow">
      <h1>{t('email-verify-title')}</h1>
      {done ? (
        <p role="status">{t('email-is-verified')}</p>
      ) : token === '' ? (
        <p class="notice">{t('link-incomplete')}</p>
      ) : (
        <Form name="verify-email" action={action} onSubmit={submit} submit={t('email-verify')}>
          <p>{t('email-verify-explained')}</p>
        </Form>
      )}
      <a href="/account">{t('to-account')}</a>
    </main>
  );
}
