import { beforeEach, expect, test } from 'vitest';
import { note } from '../session/promise';
import { witness } from '../session/witness';
import { snapshot } from '../testing/variants';
import type { DealRecord } from '../wire';
import { withNoted } from './noted';

beforeEach(() => localStorage.clear());

const record = {
  game: 'game',
  commitment: 'AA',
  contributions: [{ player: 'p', commitment: '11', contribution: '' }],
  result: { first_player: 'white', start: '4k3/8/8/8/8/8/8/4K3 w - - 0 1' },
} as unknown as DealRecord;
const names = (start = record.result.start) => {
  const report = withNoted({ ...record, result: { ...record.result, start } }, { ok: true, checks: [] });
  return report.checks.map(({ name, ok }) => `${name} ${ok}`);
};

test('a game that was not played here adds nothing', () => expect(names()).toEqual([]));

test('fingerprints and what was seen are compared', () => {
  note('game', { server: 'aa', own: '11' });
  witness({ ...snapshot, phase: 'over' });
  expect(names()).toEqual(['noted true', 'noted-own true', 'seen true']);
  expect(names('3k4/8/8/8/8/8/8/4K3 w - - 0 1')).toContain('seen false');
});
