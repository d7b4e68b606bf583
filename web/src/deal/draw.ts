// The draw of deal v1: colour, array, layouts, in this order.

import type { Bytes } from './bytes';
import { inSet } from './numbering';
import { hiddenSquares, numbersIn, readSetup, type Setup, squareName } from './setup';
import { Stream } from './stream';

/** What was drawn: the home ranks of each side as FEN writes them, the highest rank first. */
export type Draw = {
  firstPlayer: 'white' | 'black';
  number: number | null;
  white: string[];
  black: string[];
};

export type Wishes = { colour: 'white' | 'black' | 'random'; set: string; number: number | null };

/** A setup with the lists that are dear to compute. */
export type Source = { setup: Setup; numbers: Map<string, number[]> };

export function sourceOf(variantText: string): Source {
  return { setup: readSetup(variantText), numbers: new Map() };
}

/** Throws an Error if the wishes do not fit the game. */
export async function draw(
  source: Source,
  wishes: Wishes,
  salt: Bytes,
  contributions: Bytes[],
): Promise<Draw> {
  const { setup, numbers } = source;
  if (setup.kind !== 'shuffle') {
    if (wishes.number !== null)
      throw new Error(`this game takes no array number, but ${wishes.number} was asked for`);
    if (wishes.set !== '') throw new Error(`there is no set of start arrays called "${wishes.set}"`);
  }
  const stream = await Stream.open(salt, contributions);
  const firstPlayer =
    wishes.colour !== 'random' ? wishes.colour : (await stream.below(2)) === 0 ? 'white' : 'black';

  if (setup.kind === 'hidden-shuffle') {
    const white = await stream.shuffle([...setup.army]);
    const black = await stream.shuffle([...setup.army]);
    return {
      firstPlayer,
      number: null,
      white: hiddenRanks(setup, white, false),
      black: hiddenRanks(setup, black, true),
    };
  }
  if (setup.kind === 'fixed') return { firstPlayer, number: null, ...arrayRanks(setup, setup.array) };

  const { shuffle, numbering } = setup;
  const set = shuffle.sets.find(({ name }) => name === wishes.set);
  if (!set) throw new Error(`there is no set of start arrays called "${wishes.set}"`);
  let number = wishes.number;
  if (number === null) {
    const list = numbers.get(set.name) ?? numbersIn(setup, set.rules);
    numbers.set(set.name, list);
    if (list.length === 0) throw new Error(`the set "${set.name}" is empty`);
    number = list[await stream.below(list.length)] ?? 0;
  }
  const offset = number - shuffle.firstNumber;
  const array = offset >= 0 && offset < numbering.count ? numbering.array(offset) : '';
  if (array === '' || !inSet(shuffle, set.rules, array)) {
    throw new Error(`array ${number} is not in the set "${set.name}"`);
  }
  return { firstPlayer, number, ...arrayRanks(setup, array) };
}

function arrayRanks({ halfTurn }: Setup, array: string): { white: string[]; black: string[] } {
  const black = halfTurn ? [...array].reverse().join('') : array;
  return { white: [array], black: [black.toLowerCase()] };
}

/** One side's rows, with rows counted from its own first rank; the highest rank of the board first. */
function hiddenRanks(setup: Setup & { kind: 'hidden-shuffle' }, layout: string[], black: boolean): string[] {
  const turned = black && setup.halfTurn;
  const faceUp = new Map<string, string>();
  for (let row = 0; row < setup.rows; row++) {
    for (let file = 0; file < setup.files; file++) {
      const letter = setup.faceUp.get(squareName(file, row));
      if (letter) faceUp.set(squareName(turned ? setup.files - 1 - file : file, row), letter);
    }
  }
  const own = { ...setup, faceUp };
  const down = new Map(
    hiddenSquares(own).map(([file, row], at) => [squareName(file, row), `(${layout[at]})`]),
  );
  const ranks: string[] = [];
  for (let row = 0; row < setup.rows; row++) {
    let rank = '';
    for (let file = 0; file < setup.files; file++) {
      const square = squareName(file, row);
      rank += faceUp.get(square) ?? down.get(square) ?? '';
    }
    ranks.push(black ? rank.toLowerCase() : rank);
  }
  return black ? ranks : ranks.reverse();
}
