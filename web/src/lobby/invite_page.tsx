import { t } from '../i18n/text';
import { lobby } from '../people_api';
import { stream } from '../people_stream/connection';
import { go } from '../router';
import { CopyButton } from '../ui/copy_button';
import { ErrorLine, useAction } from '../ui/form';
import { Loaded, useEvery, useLoaded } from '../ui/load';
import { PlayerLink, playerName } from '../ui/player_link';
import { useTitle } from '../ui/title';
import type { Me, Proposal, VariantInfo } from '../wire';
import { colourOfOther, conditionsText, inviteLink } from './conditions_text';
import { withdraw } from './promise';
import { refusalText } from './seeks';

/** Where an invitation's link leads: the conditions, and one button. */
export function InvitePage({ id, me, variants }: { id: string; me: Me; variants: VariantInfo[] }) {
  const loaded = useLoaded(`proposal ${id}`, () => lobby.proposal(id), stream.value.ownChanges);
  useTitle(t('invite-title'));

  // Without the stream there is still the list to ask.
  useEvery(15_000, () => {
    if (!stream.value.online) loaded.reload();
  });

  if (loaded.error && loaded.value === null && ['unknown_proposal', 'not_found'].includes(loaded.error.code))
    return <Gone id={id} />;
  return (
    <main tabIndex={-1} class="page narrow">
      <h1>{t('invite-title')}</h1>
      <Loaded of={loaded}>
        {proposal =>
          proposal.by.id === me.id ? (
            <OwnInvitation proposal={proposal} variants={variants} />
          ) : (
            <Invitation proposal={proposal} variants={variants} me={me} />
          )
        }
      </Loaded>
    </main>
  );
}

type Props = { proposal: Proposal; variants: VariantInfo[] };

function Invitation({ proposal, variants, me }: Props & { me: Me }) {
  const action = useAction();
  const { by, conditions } = proposal;
  const variant = variants.find(({ id }) => id === conditions.variant);
  const colour = colourOfOther(conditions.colour);
  const accept = () =>
    void action.run(async () => {
      const { id } = await lobby.accept(proposal.id);
      go(`/game/${id}`);
    });
  const decline = () =>
    void action.run(async () => {
      await lobby.remove(proposal.id);
      go('/');
    });
  return (
    <section class="panel" data-invitation={proposal.id}>
      <p class="lead">
        {t('invite-from')} <PlayerLink player={by} />
      </p>
      <p>
        <strong>{conditionsText(proposal, variants)}</strong>
        <span class="quiet-text block">{t(`speed-${proposal.speed}`)}</span>
      </p>
      <p class="with-dot">
        <span class={`colour-dot colour-${colour}`} aria-hidden="true" />
        {t('invite-colour', { colour: t(`colour-${colour}`) })}
      </p>
      {me.kind === 'guest' && !conditions.rated && (
        <p class="quiet-text">{t('invite-guest', { name: me.name })}</p>
      )}
      {!proposal.acceptable && (
        <p class="notice" data-refusal={proposal.refusal}>
          {refusalText(proposal)}
        </p>
      )}
      <ErrorLine error={action.error} />
      <div class="row">
        <button
          type="button"
          class="primary"
          data-action="accept"
          disabled={action.busy || !proposal.acceptable}
          onClick={accept}
        >
          {t('invite-accept', { name: playerName(by) })}
        </button>
        {proposal.opponent?.id === me.id && (
          <button type="button" data-action="decline" disabled={action.busy} onClick={decline}>
            {t('decline')}
          </button>
        )}
        {me.kind === 'guest' && (
          <a class="button" href={`/sign-in?back=${encodeURIComponent(location.pathname)}`}>
            {t('sign-in')}
          </a>
        )}
      </div>
      {variant && variant.rules_languages.length > 0 && <p class="quiet-text">{t('invite-rules')}</p>}
    </section>
  );
}

function OwnInvitation({ proposal, variants }: Props) {
  const action = useAction();
  const link = inviteLink(proposal.id);
  const remove = () =>
    void action.run(async () => {
      await withdraw(proposal.id);
      go('/lobby');
    });
  return (
    <section class="panel" data-invitation={proposal.id}>
      <p class="lead">{t('invite-own')}</p>
      <p>
        <strong>{conditionsText(proposal, variants)}</strong>
      </p>
      <label class="field">
        <span>{t('invite-link')}</span>
        <input
          class="long-code"
          name="link"
          readOnly
          value={link}
          onFocus={event => event.currentTarget.select()}
        />
      </label>
      <ErrorLine error={action.error} />
      <div class="row">
        <CopyButton text={link} label={t('copy-link')} name="copy-link" />
        <button type="button" data-action="withdraw" disabled={action.busy} onClick={remove}>
          {t('withdraw')}
        </button>
      </div>
      <p class="with-dot" role="status">
        <span class="spinner" aria-hidden="true" />
        {t('invite-waiting')}
      </p>
    </section>
  );
}

function Gone({ id }: { id: string }) {
  return (
    <main tabIndex={-1} class="message-page" data-error="unknown_proposal">
      <h1>{t('invite-gone-title')}</h1>
      <p>{t('invite-gone')}</p>
      <div class="row">
        <a class="button primary" href="/lobby">
          {t('to-lobby-page')}
        </a>
        <a class="button" href={`/game/${encodeURIComponent(id)}`}>
          {t('invite-to-game')}
        </a>
      </div>
    </main>
  );
}
