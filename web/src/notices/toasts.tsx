import { useEffect } from 'preact/hooks';
import { t } from '../i18n/text';
import { conditionsText } from '../lobby/conditions_text';
import { withdraw } from '../lobby/promise';
import { refusalText } from '../lobby/seeks';
import { lobby } from '../people_api';
import { feed, stream } from '../people_stream/connection';
import type { Toast } from '../people_stream/stream';
import { go, route } from '../router';
import { ErrorLine, useAction } from '../ui/form';
import { Icon } from '../ui/icons';
import { PlayerLink } from '../ui/player_link';
import type { VariantInfo } from '../wire';

const close = (id: string) => feed({ type: 'toast_closed', id });

/** News above the page: challenges to answer, games that have begun. They stay until answered or put away. */
export function Toasts({ variants }: { variants: VariantInfo[] }) {
  const here = route.value;
  const { toasts } = stream.value;

  useEffect(() => {
    // On a game's own page its news is old.
    if (here.page === 'game' && toasts.some(({ id }) => id === here.id)) close(here.id);
  }, [here, toasts]);

  return (
    <section class="toasts" aria-label={t('news')} aria-live="polite">
      {toasts.map(toast => (
        <div key={toast.id} class="toast" data-toast={toast.kind}>
          {toast.kind === 'challenge' ? (
            <Challenge toast={toast} variants={variants} />
          ) : (
            <p>
              <strong>{t('toast-game')}</strong>
            </p>
          )}
          {toast.kind === 'game' && (
            <div class="row">
              <button
                type="button"
                class="primary"
                data-action="open-game"
                onClick={() => {
                  close(toast.id);
                  go(`/game/${toast.game}`);
                }}
              >
                {t('toast-open')}
              </button>
            </div>
          )}
          <button
            type="button"
            class="icon-button quiet toast-close"
            aria-label={t('close')}
            title={t('close')}
            onClick={() => close(toast.id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </section>
  );
}

type ChallengeProps = { toast: Extract<Toast, { kind: 'challenge' }>; variants: VariantInfo[] };

function Challenge({ toast: { id, proposal }, variants }: ChallengeProps) {
  const action = useAction();
  const accept = () =>
    void action.run(async () => {
      const { id: game } = await lobby.accept(id);
      close(id);
      go(`/game/${game}`);
    });
  const decline = () =>
    void action.run(async () => {
      await withdraw(id);
      close(id);
    });
  return (
    <>
      <p>
        <strong>{t(`proposal-${proposal.kind}`)}</strong> <PlayerLink player={proposal.by} />
        <span class="block">{conditionsText(proposal, variants)}</span>
      </p>
      {!proposal.acceptable && <p class="quiet-text">{refusalText(proposal)}</p>}
      <ErrorLine error={action.error} />
      <div class="row">
        <button
          type="button"
          class="primary"
          data-action="accept"
          disabled={action.busy || !proposal.acceptable}
          onClick={accept}
        >
          {t('accept')}
        </button>
        <button type="button" data-action="decline" disabled={action.busy} onClick={decline}>
          {t('decline')}
        </button>
      </div>
    </>
  );
}
