import { useEffect, useState } from 'preact/hooks';
import { errorOf } from '../api';
import { errorText, t } from '../i18n/text';
import { go } from '../router';
import { commitmentFor } from '../session/dealing';
import { tableApi } from '../session/rest';
import type { ErrorBody, Proposal, ProposalKind, RematchOptions, Snapshot } from '../wire';

const askEvery = 3000;

/** What stands of one kind: proposed by oneself, by the other, or not at all. */
export type Standing = 'own' | 'theirs' | 'free';

export function standingOf(options: RematchOptions, kind: ProposalKind, me: string): Standing {
  const proposal = options.proposed.find(known => known.kind === kind);
  if (!proposal) return 'free';
  return proposal.by.id === me ? 'own' : 'theirs';
}

/** Own proposals that were there and are gone: accepted, declined or withdrawn. */
export function gone(before: Proposal[], after: Proposal[], me: string): string[] {
  const kept = new Set(after.map(({ id }) => id));
  return before.filter(({ id, by }) => by.id === me && !kept.has(id)).map(({ id }) => id);
}

/** What may follow between the same two people, each in words; an answer leads both to the new game. */
export function Rematch({ game, me }: { game: Snapshot; me: string }) {
  const [options, setOptions] = useState<RematchOptions | null>(null);
  const [error, setError] = useState<ErrorBody | null>(null);
  const [asks, setAsks] = useState(0);
  const [sending, setSending] = useState(false);

  useEffect(() => {
    let left = false;
    const ask = async () => {
      const next = await tableApi.rematch(game.id).catch(cause => {
        setError(errorOf(cause));
        return null;
      });
      if (left || !next) return;
      setOptions(before => {
        for (const id of gone(before?.proposed ?? [], next.proposed, me))
          void tableApi.exists(id).then(begun => begun && !left && go(`/game/${id}`));
        return next;
      });
    };
    void ask();
    const timer = setInterval(() => void ask(), askEvery);
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, [game.id, me, asks]);

  const wish = async (kind: ProposalKind) => {
    setSending(true);
    setError(null);
    try {
      const { id, by } = await tableApi.wishRematch(game.id, kind);
      // With a proposal goes one's own part in the deal; an accepted one is a game already.
      if (by?.id === me) await tableApi.commit(id, await commitmentFor(id, me));
      else go(`/game/${id}`);
      setAsks(n => n + 1);
    } catch (cause) {
      setError(errorOf(cause));
    }
    setSending(false);
  };

  return (
    <>
      {error && <p role="alert">{errorText(error)}</p>}
      {options?.kinds.map((kind, at) => {
        const standing = standingOf(options, kind, me);
        return (
          <button
            key={kind}
            type="button"
            class={at === 0 || standing === 'theirs' ? 'primary' : ''}
            disabled={sending || standing === 'own'}
            data-rematch={kind}
            data-standing={standing}
            onClick={() => void wish(kind)}
          >
            {t(`table-${standing}-${kind}`)}
          </button>
        );
      })}
      {options?.proposed.some(({ by }) => by.id === me) && (
        <p class="quiet-text" role="status">
          {t('table-rematch-waiting')}
        </p>
      )}
    </>
  );
}
