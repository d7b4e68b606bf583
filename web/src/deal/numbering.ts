// Start arrays, their numbers and their sets, as the steps and rules of a variant file state them.

export type Shuffle = {
  army: string;
  firstNumber: number;
  numbering: string[][];
  sets: { name: string; rules: string[][] }[];
  /** By letter: at which distances in files it protects a square of rank 2 from rank 1. */
  protection: (letter: string) => Set<number>;
};

/** Rank 1 is bright on files b d f h j. */
const bright = (file: number) => file % 2 === 1;

/** How many numbers there are, and the array of each counted from 0. */
export type Numbering = { count: number; array: (offset: number) => string };

export function numberingOf(shuffle: Shuffle): Numbering {
  const [step] = shuffle.numbering;
  if (step?.[0] === 'lexicographic') {
    const arrays: string[] = [];
    for (const array of orders(shuffle.army, step[1] ?? '')) {
      if (shuffle.sets.some(set => inSet(shuffle, set.rules, array))) arrays.push(array);
    }
    return { count: arrays.length, array: offset => arrays[offset] ?? '' };
  }
  const count = countOf(shuffle);
  return { count, array: offset => place(shuffle, (shuffle.firstNumber + offset) % count).array };
}

/** All orders of the army's letters, sorted by `order`. */
function* orders(army: string, order: string, done = ''): Generator<string> {
  if (army === '') yield done;
  for (const letter of order) {
    const at = army.indexOf(letter);
    if (at >= 0) yield* orders(army.slice(0, at) + army.slice(at + 1), order, done + letter);
  }
}

/** The product of what all steps divide by; it is the same for every array. */
function countOf(shuffle: Shuffle): number {
  const { array, count } = place(shuffle, 0);
  const sorted = (letters: string) => [...letters].sort().join('');
  if (sorted(array) !== sorted(shuffle.army)) throw new Error('the numbering does not place the army');
  return count;
}

/** The array that the steps build: each takes `code mod n` and divides. */
function place({ army, numbering }: Shuffle, number: number): { array: string; count: number } {
  const letters: (string | undefined)[] = Array.from(army, () => undefined);
  const roles: Record<string, string> = {};
  let code = number;
  let count = 1;
  const digit = (n: number): number => {
    if (n < 1) throw new Error('the numbering has no square left');
    const taken = code % n;
    code = Math.floor(code / n);
    count *= n;
    return taken;
  };
  for (const [word, first = '', second = ''] of numbering) {
    const open: number[] = [];
    for (let file = 0; file < letters.length; file++) {
      const fits = word === 'bright' ? bright(file) : word === 'dark' ? !bright(file) : true;
      if (fits && letters[file] === undefined) open.push(file);
    }
    const put = (file: number | undefined, letter: string) => {
      if (file !== undefined) letters[file] = letter;
    };
    switch (word) {
      case 'swap': {
        const swapped = digit(2) === 1;
        roles.first = swapped ? second : first;
        roles.second = swapped ? first : second;
        break;
      }
      case 'bright':
      case 'dark':
      case 'free':
        put(open[digit(open.length)], roles[first] ?? first);
        break;
      case 'pair': {
        let chosen = digit((open.length * (open.length - 1)) / 2);
        let low = 0;
        for (let rest = open.length - 1; chosen >= rest; rest--) {
          chosen -= rest;
          low += 1;
        }
        put(open[low], first);
        put(open[low + 1 + chosen], first);
        break;
      }
      case 'rest':
        open.forEach((file, at) => {
          put(file, first[at] ?? '');
        });
        break;
      default:
        throw new Error(`unknown numbering step "${word}"`);
    }
  }
  return { array: letters.join(''), count };
}

/** Whether an array meets all rules of a set. */
export function inSet(shuffle: Shuffle, rules: string[][], array: string): boolean {
  return rules.every(rule => holds(shuffle, rule, array));
}

function holds(shuffle: Shuffle, [word, first = '', second = '']: string[], array: string): boolean {
  switch (word) {
    case 'between': {
      const [left, right] = [array.indexOf(second), array.lastIndexOf(second)];
      return left >= 0 && left < array.indexOf(first) && array.lastIndexOf(first) < right;
    }
    case 'opposite-colours': {
      const [a, b] = [array.indexOf(first), array.lastIndexOf(second)];
      return a >= 0 && b >= 0 && bright(a) !== bright(b);
    }
    case 'pawns-protected': {
      // One bit a file, the a-file three up so that what leaves the board falls beside it.
      let covered = 0;
      for (let file = 0; file < array.length; file++) {
        for (const side of shuffle.protection(array[file] ?? '')) {
          covered |= ((8 << file) << side) | ((8 << file) >> side);
        }
      }
      const all = ((1 << array.length) - 1) << 3;
      return (covered & all) === all;
    }
    case 'not-adjacent':
      return !array.includes(first + second) && !array.includes(second + first);
    case 'differs':
      return [...array].filter((letter, file) => letter !== first[file]).length >= Number(second);
    default:
      throw new Error(`unknown rule "${word}"`);
  }
}
