/** A scale of round numbers around values: where it begins and ends, and the marks on it. */
export type Scale = { low: number; high: number; ticks: number[] };

const steps = [1, 2, 2.5, 5, 10];

/** The scale with at most `most` steps that holds all values. */
export function scaleOf(values: number[], most = 5): Scale {
  const least = Math.min(...values);
  const greatest = Math.max(...values);
  if (values.length === 0 || !Number.isFinite(least + greatest)) return { low: 0, high: 1, ticks: [0, 1] };
  const span = Math.max(greatest - least, 1);
  const power = 10 ** Math.floor(Math.log10(span / most));
  const step = (steps.find(one => one * power * most >= span) ?? 10) * power;
  let low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(greatest / step) * step, low + step);
  if (low > least) low -= step;
  const count = Math.round((high - low) / step);
  return { low, high, ticks: Array.from({ length: count + 1 }, (_, index) => low + index * step) };
}

/** Where a value lies on a scale, from 0 to 1. */
export function along(value: number, { low, high }: Scale): number {
  return (value - low) / (high - low);
}
