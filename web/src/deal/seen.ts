// Whether a record's start can be the one of the game that was seen: by what its player was shown.

import { boardOf } from './start';

/** What a player was shown of a finished game. */
export type Seen = {
  /** View FEN of the start. */
  start: string;
  /** The recorded actions as this seat knows them. */
  moves: string[];
};

export type SeenReport = { ok: boolean; expected: string; found: string };

const ACTION = /^([a-l]\d{1,2})([a-l]\d{1,2})[a-z]?(?:~([a-z?]))?(?:\*([a-z?]))?(?:@(?:[a-l]\d{1,2}|\?))?$/i;

/** Compares what was seen with the truth FEN of the start; at the first difference says what was seen and what is told. */
export function fitsSeen(truth: string, { start, moves }: Seen): SeenReport {
  return startDiffers(truth, start) ?? movesDiffer(truth, moves) ?? { ok: true, expected: '', found: '' };
}

function differ(expected: string, found: string): SeenReport {
  return { ok: false, expected, found };
}

function startDiffers(truth: string, view: string): SeenReport | null {
  const told = squaresOf(truth);
  const seen = squaresOf(view);
  if (!told || !seen) return differ(view, truth);
  for (const square of new Set([...seen.keys(), ...told.keys()])) {
    const [saw = '', is = ''] = [seen.get(square), told.get(square)];
    if (saw !== is && !fits(saw, is)) return differ(`${square} ${saw || '–'}`, `${square} ${is || '–'}`);
  }
  const hand = (fen: string) => /\[([A-Za-z]*)\]/.exec(fen)?.[1] ?? '';
  if (hand(view) !== hand(truth)) return differ(`[${hand(view)}]`, `[${hand(truth)}]`);
  const fields = (fen: string) => fen.split(' ').slice(1).join(' ');
  if (fields(truth) !== '' && fields(view) !== fields(truth)) return differ(fields(view), fields(truth));
  return null;
}

/** An unknown face-down piece may be any of its side; a known one is in brackets in the view as well. */
function fits(saw: string, is: string): boolean {
  if (saw === 'X') return /^\([A-Z]\)$/.test(is);
  if (saw === 'x') return /^\([a-z]\)$/.test(is);
  return false;
}

function movesDiffer(truth: string, moves: string[]): SeenReport | null {
  const down = new Map([...(squaresOf(truth) ?? [])].filter(([, piece]) => piece.startsWith('(')));
  for (const move of moves) {
    const [, from = '', to = '', shown, captured] = ACTION.exec(move) ?? [];
    // A late promotion or a choice of square moves nothing that lay face down.
    if (!from) continue;
    // The piece that castled with the king lay on the second square.
    const castled = shown !== undefined && !down.has(from) && captured === undefined;
    const revealed = castled ? to : from;
    const told = (square: string) => down.get(square)?.[1]?.toLowerCase() ?? '–';
    const against = (square: string, letter: string | undefined) =>
      letter === undefined || letter === '?' || letter.toLowerCase() === told(square)
        ? null
        : differ(`${move}: ${square} ${letter}`, `${square} ${told(square)}`);
    const wrong = against(revealed, shown) ?? against(to, captured);
    if (wrong) return wrong;
    down.delete(from);
    down.delete(to);
  }
  return null;
}

/** The pieces of a FEN by square, face-down ones with their brackets or as X; null if it is no board. */
function squaresOf(fen: string): Map<string, string> | null {
  const squares = new Map<string, string>();
  const ranks = boardOf(fen).split('/');
  for (const [row, rank] of ranks.entries()) {
    let file = 0;
    for (const part of rank.match(/\d+|\([A-Za-z]\)|[A-Za-z]|./g) ?? []) {
      if (/^\d/.test(part)) {
        file += Number(part);
        continue;
      }
      if (!/^\(?[A-Za-z]\)?$/.test(part)) return null;
      squares.set(String.fromCharCode(97 + file) + (ranks.length - row), part);
      file += 1;
    }
  }
  return squares;
}
