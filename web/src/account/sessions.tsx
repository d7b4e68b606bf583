import { t } from '../i18n/text';
import { accounts } from '../people_api';
import { relativeText } from '../ui/amounts';
import { ErrorLine, useAction } from '../ui/form';
import { Loaded, useLoaded } from '../ui/load';

/** The browsers that are signed in; each but this one can be put out. */
export function Sessions() {
  const loaded = useLoaded('sessions', accounts.sessions);
  const action = useAction();
  const then = (what: () => Promise<unknown>) =>
    void action.run(async () => {
      await what();
      loaded.reload();
    });
  return (
    <>
      <p>{t('sessions-explained')}</p>
      <ErrorLine error={action.error} />
      <Loaded of={loaded}>
        {sessions => (
          <>
            <ul class="lines">
              {sessions.map(session => (
                <li key={session.id} data-session={session.id}>
                  <span>
                    {session.agent === '' ? t('session-unnamed') : session.agent}
                    <span class="quiet-text block">
                      {session.current
                        ? t('session-current')
                        : t('session-seen', { when: relativeText(session.seen, Date.now()) })}
                    </span>
                  </span>
                  {!session.current && (
                    <button
                      type="button"
                      disabled={action.busy}
                      aria-label={t('session-end-named', { agent: session.agent })}
                      onClick={() => then(() => accounts.endSession(session.id))}
                    >
                      {t('session-end')}
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {sessions.some(({ current }) => !current) && (
              <button
                type="button"
                class="fit"
                data-action="end-others"
                disabled={action.busy}
                onClick={() => then(accounts.endOtherSessions)}
              >
                {t('sessions-end-others')}
              </button>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
