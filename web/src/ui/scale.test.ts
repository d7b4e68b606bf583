import { expect, test } from 'vitest';
import { along, scaleOf } from './scale';

test('a scale holds all values in round steps', () => {
  expect(scaleOf([1482, 1611])).toEqual({ low: 1450, high: 1650, ticks: [1450, 1500, 1550, 1600, 1650] });
  expect(scaleOf([0, 7])).toMatchObject({ low: 0, high: 8 });
  for (const values of [[1500], [1500, 1500], [0, 100], [3, 4], [999, 1001], [-20, 35]]) {
    const { low, high, ticks } = scaleOf(values);
    expect(low).toBeLessThanOrEqual(Math.min(...values));
    expect(high).toBeGreaterThanOrEqual(Math.max(...values));
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.length).toBeLessThanOrEqual(7);
  }
});

test('a scale of nothing is a scale', () => {
  expect(scaleOf([])).toEqual({ low: 0, high: 1, ticks: [0, 1] });
});

test('a value has its place between the ends', () => {
  const scale = scaleOf([0, 100]);
  expect(along(0, scale)).toBe(0);
  expect(along(100, scale)).toBe(1);
  expect(along(50, scale)).toBe(0.5);
});
