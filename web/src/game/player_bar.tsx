import { Piece } from '../board/piece';
import { back } from '../board/placement';
import { choosing, secretsOf } from '../board/secrets';
import { kindName, sideName, t } from '../i18n/text';
import type { Captured, Count, Side, Snapshot } from '../wire';

const indexOf = { white: 0, black: 1 } as const;

type Heap = { kind: string | null; faceDown: boolean; count: number };

/** Equal captives together, in the order in which the first of them fell. */
export function heaps(captured: Captured[]): Heap[] {
  const found: Heap[] = [];
  for (const { kind = null, face_down } of captured) {
    const heap = found.find(other => other.kind === kind && other.faceDown === face_down);
    if (heap) heap.count += 1;
    else found.push({ kind, faceDown: face_down, count: 1 });
  }
  return found;
}

/** One player's line by the board: who it is, whose turn, what was taken and what is in hand. */
export function PlayerBar({ side, game }: { side: Side; game: Snapshot }) {
  const enemy: Side = side === 'white' ? 'black' : 'white';
  const own = game.seat === side;
  const name = own ? t('you') : t('computer', { level: game.level });
  // Where both choose at once both may act; mostly it is the side to move alone.
  const turn = game.phase === 'playing' && (game.now?.actors.includes(side) ?? false);
  const secret =
    game.phase === 'playing' && choosing(game.now?.fen ?? '') && secretsOf(game.now?.fen ?? '')[side];
  const taken = heaps(game.now?.captured[indexOf[enemy]] ?? []);
  const hand = game.now?.hands[indexOf[side]] ?? [];
  return (
    <div class="player-bar" data-side={side} data-turn={turn ? '' : undefined}>
      <span class={`colour-dot colour-${side}`} aria-hidden="true" />
      <span class="player-name">
        {name}{' '}
        <span class="sr-only">{turn ? t('has-the-move', { side: sideName(side) }) : sideName(side)}</span>
      </span>
      {secret && (
        <span class="player-secret" data-secret={secret === 'choosing' ? 'choosing' : 'chosen'}>
          {t(secret === 'choosing' ? 'secret-choosing' : 'secret-chosen', { own: own ? 'yes' : 'no' })}
        </span>
      )}
      {hand.some(({ count }) => count > 0) && <Hand side={side} hand={hand} />}
      {taken.length > 0 && <Tray side={enemy} taken={taken} />}
    </div>
  );
}

function heapText({ kind, faceDown, count }: Heap): string {
  if (kind === null) return t('captured-unknown', { count });
  return t(faceDown ? 'captured-face-down' : 'captured-face-up', { count, kind: kindName(kind) });
}

function Tray({ side, taken }: { side: Side; taken: Heap[] }) {
  return (
    <ul class="tray" aria-label={t('captured-label', { side: sideName(side) })}>
      {taken.map(heap => (
        <li
          key={`${heap.kind}-${heap.faceDown}`}
          class={heap.faceDown ? 'tray-heap tray-secret' : 'tray-heap'}
          data-kind={heap.kind ?? 'unknown'}
          title={heapText(heap)}
        >
          <Piece side={side} kind={heap.kind ?? back} faceDown={heap.kind === null} label={heapText(heap)} />
          {heap.count > 1 && <span aria-hidden="true">{heap.count}</span>}
        </li>
      ))}
    </ul>
  );
}

function Hand({ side, hand }: { side: Side; hand: Count[] }) {
  return (
    <ul class="tray hand" aria-label={t('hand-label', { side: sideName(side) })}>
      {hand
        .filter(({ count }) => count > 0)
        .map(({ kind, count }) => (
          <li key={kind} class="tray-heap">
            <Piece side={side} kind={kind} label={t('hand-piece', { count, kind: kindName(kind) })} />
            <span aria-hidden="true">{count}</span>
          </li>
        ))}
    </ul>
  );
}
