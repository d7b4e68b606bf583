import { useEffect, useState } from 'preact/hooks';
import { errorOf } from '../api';
import { errorText, t } from '../i18n/text';
import { remember } from '../lobby/promise';
import { stream } from '../people_stream/connection';
import { go } from '../router';
import { tableApi } from '../session/rest';
import type { ErrorBody, ProposalKind, RematchOptions, Snapshot } from '../wire';

/** What stands of one kind: proposed by oneself, by the other, or not at all. */
export type Standing = 'own' | 'theirs' | 'free';

export function standingOf(options: RematchOptions, kind: ProposalKind, me: string): Standing {
  const proposal = options.proposed.find(known => known.kind === kind);
  if (!proposal) return 'free';
  return proposal.by.id === me ? 'own' : 'theirs';
}

/** What may follow between the same two people, each in words; an answer leads both to the new game. */
export function Rematch({ game, me }: { game: Snapshot; me: string }) {
  const [options, setOptions] = useState<RematchOptions | null>(null);
  const [error, setError] = useState<ErrorBody | null>(null);
  const [sending, setSending] = useState(false);
  // The person's stream tells of each proposal that comes or goes, and opens the game that one's own has become.
  const changes = stream.value.ownChanges;

  useEffect(() => {
    let left = false;
    tableApi.rematch(game.id).then(
      next => !left && setOptions(next),
      cause => !left && setError(errorOf(cause)),
    );
    return () => {
      left = true;
    };
  }, [game.id, changes]);

  const wish = async (kind: ProposalKind) => {
    setSending(true);
    setError(null);
    try {
      const answer = await tableApi.wishRematch(game.id, kind);
      if ('by' in answer) await remember(answer, me);
      else go(`/game/${answer.id}`);
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
