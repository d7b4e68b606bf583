import { Chessground } from 'chessgroundx';
import type { Api } from 'chessgroundx/api';
import type { Config } from 'chessgroundx/config';
import type * as cg from 'chessgroundx/types';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Reveal, Side } from '../wire';
import { draw, roleOf } from './art';
import { askOn } from './ask';
import type { Dests } from './choices';
import { Grid } from './grid';
import type { Drawn } from './placement';
import { beforeTurning, motionReduced, slide, turnOver } from './reveal';
import { type Size, topLeftShade } from './squares';
import './board.css';

export type BoardProps = {
  size: Size;
  pieces: Drawn[];
  orientation: Side;
  /** The side whose pieces may be pulled, now or as a premove; none while stepping through the past. */
  mine: Side | null;
  turn: Side;
  dests: Dests;
  premoves: Dests;
  /** Squares on which something can be chosen without a pull. */
  stays: string[];
  /** Those of `stays` where one click is enough. */
  quick: string[];
  /** Squares to mark as on offer, such as those a king may hide on. */
  offered: string[];
  /** Squares on which a king is known to hide. */
  kings: { square: string; side: Side }[];
  /** Squares to shade: a king may hide there. */
  candidates: string[];
  selected: string | null;
  marks: string[];
  check: string | null;
  /** What the last action showed; animated once when the piece list changes with it. */
  reveals: Reveal[];
  label: string;
  onSelect: (square: string | null) => void;
  onMove: (from: string, to: string) => void;
  onStay: (square: string) => void;
  /** Somebody wants to know what the piece on this square can do. */
  onAsk: (square: string) => void;
};

const keys = (squares: string[]): cg.Key[] => squares.map(square => square.replace(/10$/, ':') as cg.Key);

const keyed = (dests: Dests): cg.Dests =>
  new Map([...dests].map(([from, to]) => [keys([from])[0] as cg.Key, keys(to)]));

const squareOf = (key: string): string => key.replace(':', '10');

function pieceMap(pieces: Drawn[]): cg.Pieces {
  return new Map(
    pieces.map(piece => [
      keys([piece.square])[0] as cg.Key,
      // The board only copies the role into a class name; ours are piece kinds, not letters.
      { role: roleOf(piece) as cg.Role, color: piece.side },
    ]),
  );
}

function place(api: Api, pieces: Drawn[]): void {
  draw(pieces);
  const next = pieceMap(pieces);
  const held = api.state.draggable.current?.orig;
  const heldNow = held && api.state.boardState.pieces.get(held);
  // The board's drag loop cannot bear the loss of the piece it holds.
  if (held && next.get(held)?.role !== heldNow?.role) api.cancelMove();
  const diff: cg.PiecesDiff = new Map(next);
  for (const key of api.state.boardState.pieces.keys()) if (!next.has(key)) diff.set(key, undefined);
  api.setPieces(diff);
}

/** The element of a piece; the one that stood there before it may still be fading on the same square. */
function pieceElement(api: Api, piece: Drawn): HTMLElement | undefined {
  const [key] = keys([piece.square]);
  return [...api.state.dom.elements.board.children].find(
    child => (child as cg.KeyedNode).cgKey === key && child.classList.contains(roleOf(piece)),
  ) as HTMLElement | undefined;
}

/** Places `next` and turns over those of `down` that stand face up in `pieces`. */
function turnAll(api: Api, down: Drawn[], pieces: Drawn[], next: Drawn[]): void {
  place(api, next);
  if (down.length === 0) return;
  api.state.dom.redrawNow();
  for (const old of down) {
    const now = pieces.find(
      ({ square, side, face_down }) => square === old.square && side === old.side && !face_down,
    );
    const element = now && pieceElement(api, now);
    if (element) turnOver(element, old, now);
  }
}

/** The board: shows what it is given and reports pulls and selections; it decides nothing. */
export function Board(props: BoardProps) {
  const { size, pieces, orientation, reveals } = props;
  const wrap = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const api = useRef<Api | null>(null);
  const latest = useRef(props);
  const shown = useRef<Drawn[]>([]);
  const chosen = useRef<string | null>(null);
  /** A chosen square without a piece: the board itself cannot select one. */
  const empty = useRef<string | null>(null);
  const facesDown = useRef<Drawn[]>([]);
  latest.current = props;

  // Only another size needs a new board; all else goes through `latest` and `set`.
  useLayoutEffect(() => {
    if (!wrap.current || !frame.current) return;
    const report = () => {
      const selected = api.current?.state.selectable.selected;
      latest.current.onSelect(typeof selected === 'string' ? squareOf(selected) : empty.current);
    };
    const onSelect = (key: cg.Key) => {
      const square = squareOf(key);
      const { stays, quick, selected, pieces: now } = latest.current;
      const stay = stays.includes(square);
      empty.current = stay && !now.some(piece => piece.square === square) ? square : null;
      if (quick.includes(square)) {
        api.current?.selectSquare(null);
        latest.current.onStay(square);
      } else if (stay && selected === square) latest.current.onStay(square);
      else report();
    };
    const config: Config = {
      dimensions: { width: size.files, height: size.ranks },
      fen: '/'.repeat(size.ranks - 1) || '8',
      orientation: latest.current.orientation,
      coordinates: false,
      autoCastle: false,
      kingRoles: [],
      addDimensionsCssVarsTo: frame.current,
      drawable: { enabled: true, visible: true },
      animation: { enabled: !motionReduced(), duration: slide },
      movable: {
        free: false,
        showDests: true,
        events: { after: (from, to) => latest.current.onMove(squareOf(from), squareOf(to)) },
      },
      premovable: {
        enabled: true,
        premoveFunc: (_state, key) => keys(latest.current.premoves.get(squareOf(key)) ?? []),
      },
      events: { select: onSelect },
    };
    api.current = Chessground(wrap.current, config);
    shown.current = [];
    // The board reports presses; what a release did to the selection shows only afterwards.
    const onRelease = () => setTimeout(report, 2);
    const releases = ['mouseup', 'touchend'] as const;
    for (const name of releases) document.addEventListener(name, onRelease);
    const unask = askOn(wrap.current, api.current, () => latest.current);
    return () => {
      unask();
      for (const name of releases) document.removeEventListener(name, onRelease);
      api.current?.destroy();
      api.current = null;
    };
  }, [size.files, size.ranks]);

  useLayoutEffect(() => {
    const board = api.current;
    if (!board) return;
    const before = shown.current;
    shown.current = pieces;
    const still = motionReduced() || before.length === 0;
    const staged = still ? pieces : beforeTurning(before, pieces, reveals);
    // A quick answer must not swallow the reveal before it: what was about to turn, turns now.
    turnAll(board, facesDown.current, pieces, staged);
    facesDown.current = staged.filter(piece => !pieces.includes(piece));
    if (facesDown.current.length === 0) return;
    const timer = setTimeout(() => {
      if (api.current === board) turnAll(board, facesDown.current, pieces, pieces);
      facesDown.current = [];
    }, slide + 20);
    return () => clearTimeout(timer);
  }, [pieces, reveals]);

  useLayoutEffect(() => {
    const board = api.current;
    if (!board) return;
    const { mine, turn, dests, marks, check } = props;
    board.set({
      orientation,
      turnColor: turn,
      lastMove: keys(marks),
      check: check ? keys([check]) : [],
      movable: { color: mine ?? undefined, dests: keyed(dests) } as NonNullable<Config['movable']>,
    });
    // A premove set while the other side thought is tried the moment this side may act.
    if (mine && mine === turn && dests.size > 0) board.playPremove();
    else if (!mine) board.cancelPremove();
  });

  useLayoutEffect(() => {
    const before = chosen.current;
    chosen.current = props.selected;
    if (!props.selected) empty.current = null;
    // Only the selection that was given up: a quick hand may have made the next one already.
    if (before && !props.selected && api.current?.state.selectable.selected === keys([before])[0])
      api.current?.selectSquare(null);
  }, [props.selected]);

  /** Keyboard and assistive clicks come through the grid and act on the board like a click. */
  const activate = (square: string) => {
    const board = api.current;
    if (!board) return;
    const key = keys([square])[0] as cg.Key;
    if (board.state.selectable.selected === key && !props.stays.includes(square)) {
      board.selectSquare(null);
      props.onSelect(null);
    } else board.selectSquare(key);
  };

  return (
    <div
      ref={frame}
      class="board"
      data-orientation={orientation}
      data-corner={topLeftShade(orientation, size)}
      style={{ '--files': size.files, '--ranks': size.ranks }}
    >
      <div ref={wrap} class="board-ground" />
      <Grid {...props} onActivate={activate} />
    </div>
  );
}
