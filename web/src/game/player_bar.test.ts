import { expect, test } from 'vitest';
import { heaps } from './player_bar';

test('equal captives lie together; how they fell keeps them apart', () => {
  const found = heaps([
    { kind: 'pawn', face_down: false },
    { kind: 'pawn', face_down: true },
    { face_down: true },
    { kind: 'pawn', face_down: false },
    { face_down: true },
  ]);
  expect(found).toEqual([
    { kind: 'pawn', faceDown: false, count: 2 },
    { kind: 'pawn', faceDown: true, count: 1 },
    { kind: null, faceDown: true, count: 2 },
  ]);
});
