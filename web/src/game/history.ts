import { type Drawn, piecesOfFen } from '../board/placement';
import type { Played, Side, Snapshot, VariantInfo } from '../wire';
import { hidingPlace } from './announce';

/** One cell of the move list: usually one action; two where a turn has a second one. */
export type Turn = { by: Side; plies: Played[] };
export type Row = { number: number; turns: Turn[] };

/** The choices of secret squares stand before the first move, in a row of their own without a number. */
function hidingRow(moves: Played[]): Row[] {
  const turns = moves.map((played): Turn => ({ by: played.by, plies: [played] }));
  // Either may choose first; White's column comes first all the same.
  turns.sort((a, b) => Number(a.by === 'black') - Number(b.by === 'black'));
  return turns.length > 0 ? [{ number: 0, turns }] : [];
}

/** The move list as numbered rows: White's turn, then Black's. */
export function rowsOf(all: Played[]): Row[] {
  const hiding = all.filter(played => hidingPlace(played));
  return [...hidingRow(hiding), ...numbered(all.slice(hiding.length))];
}

function numbered(moves: Played[]): Row[] {
  const rows: Row[] = [];
  for (const played of moves) {
    const row = rows.at(-1);
    const turn = row?.turns.at(-1);
    if (turn?.by === played.by) turn.plies.push(played);
    else if (row && played.by === 'black') row.turns.push({ by: 'black', plies: [played] });
    else rows.push({ number: rows.length + 1, turns: [{ by: played.by, plies: [played] }] });
  }
  return rows;
}

/** How many actions of the game are shown; null follows the live game. */
export type Shown = number | null;

export type StepTo = 'first' | 'back' | 'forward' | 'last';

export function stepped(shown: Shown, length: number, to: StepTo): Shown {
  const at = shown ?? length;
  const next = { first: 0, back: at - 1, forward: at + 1, last: length }[to];
  return next >= length ? null : Math.max(0, next);
}

export type Past = { fen: string; pieces: Drawn[]; marks: string[]; check: string | null };

/** FEN of the position that is shown, as this seat knew it then; the truth's while that is shown. */
export function fenShown(game: Snapshot, shown: Shown, truth: string[] | null): string {
  const count = shown ?? game.moves.length;
  return truth?.[count] ?? game.moves[count - 1]?.fen ?? game.start?.fen ?? '';
}

/** The position after `count` actions, from the seat's own FEN or the truth's. */
export function past(game: Snapshot, count: number, variant: VariantInfo, truth: string[] | null): Past {
  const played = count > 0 ? game.moves[count - 1] : undefined;
  const fen = fenShown(game, count, truth);
  return { fen, pieces: piecesOfFen(fen, variant), marks: played?.marks ?? [], check: played?.check ?? null };
}
