import { clockKey } from '../ui/clock_text';
import type { BotWish, Clock, PoolInfo } from '../wire';

/** The pools of each game, in the server's order. */
export function poolsByVariant(pools: PoolInfo[]): [variant: string, pools: PoolInfo[]][] {
  const found = new Map<string, PoolInfo[]>();
  for (const pool of pools) found.set(pool.variant, [...(found.get(pool.variant) ?? []), pool]);
  return [...found];
}

/** Every clock that some pool has, each once. */
export function clocksOf(pools: PoolInfo[]): Clock[] {
  return [...new Map(pools.map(({ clock }) => [clockKey(clock), clock])).values()];
}

/** Whole seconds until a moment, never fewer than none; the last one is shown until it is over. */
export function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000));
}

export const botWishes: BotWish[] = ['offer', 'start', 'never'];

const key = 'backrank.bot';

export function storedBotWish(): BotWish {
  const stored = localStorage.getItem(key);
  return botWishes.find(wish => wish === stored) ?? 'offer';
}

export function storeBotWish(wish: BotWish): void {
  localStorage.setItem(key, wish);
}
