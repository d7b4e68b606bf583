import { expect, test } from 'vitest';
import { marksOf, patternOf, radius } from './betza';

const files = import.meta.glob<string>('../../../variants/*.toml', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** The drawing as text, the piece as "o": b both, m move, c capture, h and H jumps, i initial. */
function drawn(betza: string): string {
  const signs = { both: 'b', move: 'm', capture: 'c', hop: 'h', 'hop-move': 'h', 'hop-capture': 'H' };
  const at = new Map<string, string>([['0 0', 'o']]);
  for (const reach of patternOf(betza)?.reaches ?? []) {
    const text = marksOf(reach).map(mark => signs[mark]);
    at.set(`${reach.file} ${reach.rank}`, reach.initial ? 'i' : (text.at(-1) ?? '?'));
  }
  const rows: string[] = [];
  for (let rank = radius; rank >= -radius; rank -= 1) {
    let row = '';
    for (let file = -radius; file <= radius; file += 1) row += at.get(`${file} ${rank}`) ?? '.';
    rows.push(row);
  }
  return rows.join('\n');
}

const picture = (...rows: string[]) => rows.join('\n');

test('steppers and leapers', () => {
  expect(drawn('K')).toBe(
    picture('.......', '.......', '..bbb..', '..bob..', '..bbb..', '.......', '.......'),
  );
  expect(drawn('N')).toBe(
    picture('.......', '..b.b..', '.b...b.', '...o...', '.b...b.', '..b.b..', '.......'),
  );
  expect(drawn('KAD')).toBe(
    picture('.......', '.b.b.b.', '..bbb..', '.bbobb.', '..bbb..', '.b.b.b.', '.......'),
  );
});

test('riders go to the edge and are lines', () => {
  expect(drawn('R')).toBe(
    picture('...b...', '...b...', '...b...', 'bbbobbb', '...b...', '...b...', '...b...'),
  );
  expect(patternOf('R')?.rays).toHaveLength(4);
  expect(patternOf('Q')).toEqual(patternOf('RB'));
  expect(patternOf('WW')).toEqual(patternOf('R'));
  expect(patternOf('N')?.rays).toEqual([]);
  expect(drawn('W2')).toBe(
    picture('.......', '...b...', '...b...', '.bbobb.', '...b...', '...b...', '.......'),
  );
});

test('quiet extra steps are marked as moves only', () => {
  expect(drawn('RmF')).toBe(
    picture('...b...', '...b...', '..mbm..', 'bbbobbb', '..mbm..', '...b...', '...b...'),
  );
  expect(drawn('NmK')).toBe(
    picture('.......', '..b.b..', '.bmmmb.', '..mom..', '.bmmmb.', '..b.b..', '.......'),
  );
});

test('a pawn steps ahead, captures aslant and has a longer first step', () => {
  expect(drawn('fmWfcFifmnD')).toBe(
    picture('.......', '...i...', '..cmc..', '...o...', '.......', '.......', '.......'),
  );
});

test('a cannon captures only over a screen, so never beside it', () => {
  expect(drawn('mRcpR')).toBe(
    picture('...H...', '...H...', '...m...', 'HHmomHH', '...m...', '...H...', '...H...'),
  );
  const far = patternOf('mRcpR')?.reaches.find(({ file, rank }) => file === 0 && rank === 2);
  expect(far && marksOf(far)).toEqual(['move', 'hop-capture']);
  expect(patternOf('mRcpR')?.rays.every(({ hop }) => !hop)).toBe(true);
  expect(patternOf('pR')?.rays.every(({ hop }) => hop)).toBe(true);
});

test('directions choose among the steps', () => {
  const steps = (betza: string) =>
    (patternOf(betza)?.reaches ?? []).map(({ file, rank }) => `${file},${rank}`).sort();
  expect(steps('fW')).toEqual(['0,1']);
  expect(steps('sW')).toEqual(['-1,0', '1,0']);
  expect(steps('fsW')).toEqual(['-1,0', '0,1', '1,0']);
  expect(steps('flF')).toEqual(['-1,1']);
  expect(steps('bF')).toEqual(['-1,-1', '1,-1']);
  expect(steps('fN')).toEqual(['-1,2', '-2,1', '1,2', '2,1']);
  expect(steps('ffN')).toEqual(['-1,2', '1,2']);
  expect(steps('fsN')).toEqual(['-2,1', '2,1']);
  expect(steps('vN')).toEqual(['-1,-2', '-1,2', '1,-2', '1,2']);
});

test('what it cannot read it does not draw', () => {
  for (const betza of ['', 'X', 'zR', 'R!', 'r', '(R)']) expect(patternOf(betza)).toBeNull();
});

test('every piece of every game that ships can be drawn', () => {
  const betzas = Object.values(files).flatMap(text =>
    [...text.matchAll(/betza = "([^"]+)"/g)].map(m => m[1]),
  );
  expect(betzas.length).toBeGreaterThan(10);
  expect(betzas.filter(betza => !betza || !patternOf(betza)?.reaches.length)).toEqual([]);
});
