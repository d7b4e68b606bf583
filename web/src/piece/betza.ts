// A piece's moves on the squares around it, read from its Betza description. Only to be drawn: what may be
// played comes from the server.

/** How a piece reaches one square beside it. */
export type Reach = {
  /** Files to the right and ranks ahead, seen from the piece's own side. */
  file: number;
  rank: number;
  move: boolean;
  capture: boolean;
  /** The same by jumping over one piece on the way. */
  hopMove: boolean;
  hopCapture: boolean;
  /** Only from where the piece starts. */
  initial: boolean;
};

/** A line on which the piece goes as far as the way is free, or the board reaches. */
export type Ray = { file: number; rank: number; hop: boolean };

export type Pattern = { reaches: Reach[]; rays: Ray[] };

/** How far the drawing reaches to each side of the piece. */
export const radius = 3;

type Step = { file: number; rank: number };
type Atom = { steps: [number, number][]; range: number };

const endless = Number.POSITIVE_INFINITY;
const leaps: Record<string, [number, number]> = {
  W: [1, 0],
  F: [1, 1],
  D: [2, 0],
  N: [2, 1],
  A: [2, 2],
  H: [3, 0],
  C: [3, 1],
  L: [3, 1],
  J: [3, 2],
  Z: [3, 2],
  G: [3, 3],
};

const atoms: Record<string, Atom> = {
  ...Object.fromEntries(Object.entries(leaps).map(([letter, step]) => [letter, { steps: [step], range: 1 }])),
  K: {
    steps: [
      [1, 0],
      [1, 1],
    ],
    range: 1,
  },
  R: { steps: [[1, 0]], range: endless },
  B: { steps: [[1, 1]], range: endless },
  Q: {
    steps: [
      [1, 0],
      [1, 1],
    ],
    range: endless,
  },
};

/** All turns and mirror images of a step, each once. */
function around([long, short]: [number, number]): Step[] {
  const found = new Map<string, Step>();
  for (const [a, b] of [
    [long, short],
    [short, long],
  ] as const)
    for (const file of [a, -a])
      for (const rank of [b, -b]) found.set(`${file + 0} ${rank + 0}`, { file: file + 0, rank: rank + 0 });
  return [...found.values()];
}

const half: Record<string, (step: Step) => boolean> = {
  f: ({ rank }) => rank > 0,
  b: ({ rank }) => rank < 0,
  l: ({ file }) => file < 0,
  r: ({ file }) => file > 0,
  s: ({ file }) => file !== 0,
  v: ({ rank }) => rank !== 0,
};

const steep = ({ file, rank }: Step) => Math.abs(rank) > Math.abs(file);

function allows(direction: string, step: Step, oblique: boolean): boolean {
  const [first = '', second] = direction;
  const inFirst = half[first]?.(step) ?? false;
  if (second === first) return inFirst && steep(step) === (first === 'f' || first === 'b');
  // On a knight's circle "s" and "v" are the flat and the steep half.
  const flat = (letter: string) =>
    !oblique || (letter === 's' && !steep(step)) || (letter === 'v' && steep(step));
  if (second === undefined) return inFirst && (!'sv'.includes(first) || flat(first));
  return inFirst && (half[second]?.(step) ?? false) && (second !== 's' || flat(second));
}

function directed(steps: Step[], directions: string): Step[] {
  if (!directions) return steps;
  return steps.filter(step => {
    const straight = step.file === 0 || step.rank === 0;
    const oblique = !straight && Math.abs(step.file) !== Math.abs(step.rank);
    const parts = directions.match(straight ? /[fblrsv]/g : /ff|bb|ll|rr|[fb][lrs]|[fblrsv]/g) ?? [];
    return parts.some(part => allows(part, step, oblique));
  });
}

const known = /^[fblrsvmcpgin]*$/;

/** What a Betza description draws, or null where this reader does not know a word of it. */
export function patternOf(betza: string): Pattern | null {
  const parts = betza.match(/[a-z]*([A-Z])\1?\d*/g) ?? [];
  if (!betza || parts.join('') !== betza) return null;
  const reaches = new Map<string, Reach>();
  const rays = new Map<string, Ray>();
  for (const part of parts) {
    const [, words = '', letter = '', again, digits = ''] = /^([a-z]*)([A-Z])(\2)?(\d*)$/.exec(part) ?? [];
    const atom = atoms[letter];
    if (!atom || !known.test(words)) return null;
    const range = digits ? Number(digits) || endless : again ? endless : atom.range;
    const hops = /[pg]/.test(words);
    const only = /[mc]/.test(words);
    const moves = !only || words.includes('m');
    const captures = !only || words.includes('c');
    const directions = words.replace(/[^fblrsv]/g, '');
    for (const { file, rank } of directed(atom.steps.flatMap(around), directions)) {
      // A jump needs a square for the piece that is jumped over.
      for (let n = hops ? 2 : 1; n <= (hops && range === 1 ? 2 : range); n += 1) {
        const at = { file: file * n, rank: rank * n };
        if (Math.max(Math.abs(at.file), Math.abs(at.rank)) > radius) break;
        add(reaches, {
          ...at,
          move: moves && !hops,
          capture: captures && !hops,
          hopMove: moves && hops,
          hopCapture: captures && hops,
          initial: words.includes('i'),
        });
      }
      if (range === endless) {
        const ray = rays.get(`${file} ${rank}`);
        rays.set(`${file} ${rank}`, { file, rank, hop: hops && (ray?.hop ?? true) });
      }
    }
  }
  return { reaches: [...reaches.values()], rays: [...rays.values()] };
}

function add(reaches: Map<string, Reach>, more: Reach): void {
  const key = `${more.file} ${more.rank}`;
  const before = reaches.get(key);
  reaches.set(
    key,
    before
      ? {
          ...before,
          move: before.move || more.move,
          capture: before.capture || more.capture,
          hopMove: before.hopMove || more.hopMove,
          hopCapture: before.hopCapture || more.hopCapture,
          initial: before.initial && more.initial,
        }
      : more,
  );
}

export type Mark = 'both' | 'move' | 'capture' | 'hop' | 'hop-move' | 'hop-capture';

/** The signs on one square: one for going there freely, one for jumping there. */
export function marksOf({ move, capture, hopMove, hopCapture }: Reach): Mark[] {
  const marks: Mark[] = [];
  if (move || capture) marks.push(move && capture ? 'both' : move ? 'move' : 'capture');
  if (hopMove || hopCapture) marks.push(hopMove && hopCapture ? 'hop' : hopMove ? 'hop-move' : 'hop-capture');
  return marks;
}
