import { Piece } from '../board/piece';
import { back } from '../board/placement';
import { choosing, secretsOf } from '../board/secrets';
import { kindName, sideName, t } from '../i18n/text';
import type { Session } from '../session/session';
import { ratingText } from '../ui/player_link';
import type { Captured, Count, PlayerInfo, Side, Snapshot } from '../wire';
import { ClockFace, LimitText, limitOf } from './clock_face';
import { labelOf, nameOf, other, playerOn, withComputer } from './people';

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

type Props = { side: Side; game: Snapshot; session: Session; me: string };

/** One player's line by the board: who it is, whether it is there, its clock, what was taken and what is in hand. */
export function PlayerBar({ side, game, session, me }: Props) {
  const enemy = other(side);
  const own = game.seat === side;
  const player = playerOn(game, side, me);
  const drawn = game.white !== undefined;
  // Where both choose at once both may act; mostly it is the side to move alone.
  const turn = game.phase === 'playing' && (game.now?.actors.includes(side) ?? false);
  const secret =
    game.phase === 'playing' && choosing(game.now?.fen ?? '') && secretsOf(game.now?.fen ?? '')[side];
  const taken = heaps(game.now?.captured[indexOf[enemy]] ?? []);
  const hand = game.now?.hands[indexOf[side]] ?? [];
  const first = turn && !secret ? limitOf(session, 'first_move') : null;
  const choice = secret === 'choosing' ? limitOf(session, 'secret_choice') : null;
  return (
    <div class="player-bar" data-side={side} data-turn={turn ? '' : undefined}>
      <span class={drawn ? `colour-dot colour-${side}` : 'colour-dot'} aria-hidden="true" />
      <Who player={player} own={own} game={game} />
      {drawn && (
        <span class="sr-only">{turn ? t('has-the-move', { side: sideName(side) }) : sideName(side)}</span>
      )}
      {!own && game.phase !== 'over' && <Dot player={player} there={session.presence?.value[side]} />}
      {secret && (
        <span class="player-secret" data-secret={secret === 'choosing' ? 'choosing' : 'chosen'}>
          {t(secret === 'choosing' ? 'secret-choosing' : 'secret-chosen', { own: own ? 'yes' : 'no' })}
        </span>
      )}
      {hand.some(({ count }) => count > 0) && <Hand side={side} hand={hand} />}
      {taken.length > 0 && <Tray side={enemy} taken={taken} />}
      {first && <LimitText limit={first} clock={game.clock} id="first_move" />}
      {choice && <LimitText limit={choice} clock={game.clock} id="secret_choice" />}
      <ClockFace side={side} game={game} heard={session.clocks} />
    </div>
  );
}

function Who({ player, own, game }: { player: PlayerInfo; own: boolean; game: Snapshot }) {
  const name = own && withComputer(game) ? t('you') : nameOf(player, game.level);
  const label = labelOf(player);
  const rating = player.rating === undefined ? '' : ratingText(player.rating, player.provisional);
  const linked = !own && (player.kind === 'account' || player.kind === 'bot');
  return (
    <span class="player-who">
      <span class="player-name" title={name} data-name>
        {linked ? <a href={`/player/${encodeURIComponent(name)}`}>{name}</a> : name}
      </span>
      {own && !withComputer(game) && <span class="sr-only">{t('table-you-too')}</span>}
      {label && player.kind !== 'computer' && (
        <span class="player-label" data-label={player.kind}>
          {label}
        </span>
      )}
      {rating && (
        <span
          class="player-rating"
          data-rating
          title={t(player.provisional ? 'table-rating-uncertain' : 'table-rating')}
        >
          {rating}
        </span>
      )}
    </span>
  );
}

/** Whether a player is connected: a full dot, or an empty ring. */
function Dot({ player, there }: { player: PlayerInfo; there: boolean | undefined }) {
  if (player.kind === 'computer' || there === undefined) return null;
  const text = t(there ? 'table-here' : 'table-away');
  return <span class="presence" role="img" data-here={there ? 'yes' : 'no'} aria-label={text} title={text} />;
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
