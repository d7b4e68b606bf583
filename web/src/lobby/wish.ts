import { api } from '../api';
import { go } from '../router';
import type { ColourWish, NewGame, VariantInfo } from '../wire';

/** What a person last asked for; kept so that the next game starts with one click. */
export type Wish = { level: number; colour: ColourWish };

const key = 'backrank.wish';
export const colours: ColourWish[] = ['white', 'random', 'black'];

export function storedWish(): Wish {
  try {
    const { level, colour } = JSON.parse(localStorage.getItem(key) ?? '') as Wish;
    if (Number.isInteger(level) && colours.includes(colour)) return { level, colour };
  } catch {
    // Nothing stored yet, or by another version.
  }
  return { level: 2, colour: 'random' };
}

export function storeWish(wish: Wish): void {
  localStorage.setItem(key, JSON.stringify(wish));
}

/** The offered level closest to the wished one. */
export function fittingLevel(wished: number, variant: VariantInfo): number {
  return variant.levels.reduce(
    (best, level) => (Math.abs(level - wished) < Math.abs(best - wished) ? level : best),
    variant.levels[0] ?? 1,
  );
}

const settingsKey = (game: string) => `backrank.settings.${game}`;

/** Starts a game and opens its page; remembers the settings for "same settings again". */
export async function start(wish: NewGame): Promise<void> {
  const { id } = await api.create(wish);
  sessionStorage.setItem(settingsKey(id), JSON.stringify(wish));
  go(`/game/${id}`);
}

export function settingsOf(game: string): NewGame | null {
  const text = sessionStorage.getItem(settingsKey(game));
  return text ? (JSON.parse(text) as NewGame) : null;
}
