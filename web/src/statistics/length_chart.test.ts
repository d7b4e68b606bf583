import { expect, test } from 'vitest';
import { withoutGaps } from './length_chart';

test('ranges without games are there, from the first on', () => {
  expect(
    withoutGaps(
      [
        [20, 3],
        [40, 1],
      ],
      10,
    ),
  ).toEqual([
    [0, 0],
    [10, 0],
    [20, 3],
    [30, 0],
    [40, 1],
  ]);
});
