import { expect, test } from 'vitest';
import { messageOf } from './frames';

test('a field that is null is a field that is not there', () => {
  const frame = '{"type":"snapshot","seq":0,"game":{"id":"g","now":null,"ending":null,"moves":[]}}';
  expect(messageOf(frame)).toStrictEqual({ type: 'snapshot', seq: 0, game: { id: 'g', moves: [] } });
});

test('zero, false and empty texts stay', () => {
  const frame = '{"type":"event","seq":0,"event":{"capture":false,"text":"","ply":0}}';
  expect(messageOf(frame)).toMatchObject({ seq: 0, event: { capture: false, text: '', ply: 0 } });
});
