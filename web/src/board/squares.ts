import type { Side } from '../wire';

export type Size = { files: number; ranks: number };

/** Zero-based file and rank of a square such as "j10". */
export function coordinates(square: string): { file: number; rank: number } {
  return { file: square.charCodeAt(0) - 97, rank: Number(square.slice(1)) - 1 };
}

export function squareAt(file: number, rank: number): string {
  return String.fromCharCode(97 + file) + (rank + 1);
}

/** Rows of squares from the top of the screen down, as the given side sees the board. */
export function rowsSeenBy(side: Side, { files, ranks }: Size): string[][] {
  const rows: string[][] = [];
  for (let row = 0; row < ranks; row += 1) {
    const rank = side === 'white' ? ranks - 1 - row : row;
    const squares: string[] = [];
    for (let column = 0; column < files; column += 1)
      squares.push(squareAt(side === 'white' ? column : files - 1 - column, rank));
    rows.push(squares);
  }
  return rows;
}

/** Left and top corner of a square in percent of the board. */
export function cornerOf(square: string, side: Side, { files, ranks }: Size): { left: number; top: number } {
  const { file, rank } = coordinates(square);
  const column = side === 'white' ? file : files - 1 - file;
  const row = side === 'white' ? ranks - 1 - rank : rank;
  return { left: (column / files) * 100, top: (row / ranks) * 100 };
}

/** Shade of the square at the top left of the screen; a1 is dark. */
export function topLeftShade(side: Side, { files, ranks }: Size): 'light' | 'dark' {
  return (side === 'white' ? ranks : files) % 2 ? 'dark' : 'light';
}
