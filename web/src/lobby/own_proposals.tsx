import { t } from '../i18n/text';
import { lobby } from '../people_api';
import { stream } from '../people_stream/connection';
import { go } from '../router';
import { CopyButton } from '../ui/copy_button';
import { ErrorLine, useAction } from '../ui/form';
import { useLoaded } from '../ui/load';
import { PlayerLink } from '../ui/player_link';
import type { Proposal, VariantInfo } from '../wire';
import { conditionsText, inviteHref, inviteLink } from './conditions_text';
import { withdraw } from './promise';
import { refusalText } from './seeks';

type Props = {
  me: string;
  variants: VariantInfo[];
  /** Whether one's open games are listed too; the lobby shows them among the others. */
  seeks?: boolean;
};

/** Challenges to oneself, and what one has proposed and nobody has taken yet. Nothing, if there is nothing. */
export function OwnProposals({ me, variants, seeks = false }: Props) {
  const loaded = useLoaded(`proposals ${me}`, lobby.proposals, stream.value.ownChanges);
  const action = useAction();
  const all = (loaded.value ?? []).filter(({ kind }) => seeks || kind !== 'seek');
  if (all.length === 0) return <ErrorLine error={loaded.error} />;
  const toMe = all.filter(({ by }) => by.id !== me);
  const mine = all.filter(({ by }) => by.id === me);

  const accept = (id: string) =>
    void action.run(async () => {
      const { id: game } = await lobby.accept(id);
      go(`/game/${game}`);
    });

  const remove = (id: string) =>
    void action.run(async () => {
      await withdraw(id);
      loaded.reload();
    });

  return (
    <section class="stack" aria-labelledby="own-proposals" data-part="proposals">
      <h2 id="own-proposals">{t('proposals')}</h2>
      <ErrorLine error={action.error} />
      <ul class="lines panel">
        {toMe.map(proposal => (
          <li key={proposal.id} data-proposal={proposal.id} data-kind={proposal.kind}>
            <span>
              {t(`proposal-${proposal.kind}`)} <PlayerLink player={proposal.by} />
              <span class="quiet-text block">{conditionsText(proposal, variants)}</span>
              {!proposal.acceptable && <span class="quiet-text block">{refusalText(proposal)}</span>}
            </span>
            <span class="row">
              <button
                type="button"
                class="primary"
                data-action="accept"
                disabled={action.busy || !proposal.acceptable}
                onClick={() => accept(proposal.id)}
              >
                {t('accept')}
              </button>
              <button
                type="button"
                data-action="decline"
                disabled={action.busy}
                onClick={() => remove(proposal.id)}
              >
                {t('decline')}
              </button>
            </span>
          </li>
        ))}
        {mine.map(proposal => (
          <li key={proposal.id} data-proposal={proposal.id} data-kind={proposal.kind}>
            <span>
              {t(`proposal-own-${proposal.kind}`)}{' '}
              {proposal.opponent && <PlayerLink player={proposal.opponent} />}
              <span class="quiet-text block">{conditionsText(proposal, variants)}</span>
            </span>
            <span class="row">
              {proposal.kind === 'invitation' && <InviteTools proposal={proposal} />}
              <button
                type="button"
                data-action="withdraw"
                disabled={action.busy}
                onClick={() => remove(proposal.id)}
              >
                {t('withdraw')}
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function InviteTools({ proposal }: { proposal: Proposal }) {
  return (
    <>
      <CopyButton text={inviteLink(proposal.id)} label={t('copy-link')} name="copy-link" />
      <a class="button" href={inviteHref(proposal.id)}>
        {t('look-at')}
      </a>
    </>
  );
}
