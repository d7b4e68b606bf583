// The record of a finished game's deal: structurally the wire type of the same name.

export type DealRecord = {
  algorithm: string;
  game: string;
  variant: string;
  rules_version: number;
  variant_digest: string;
  options: {
    players: string[];
    colour: 'white' | 'black' | 'random';
    level: number;
    set: string;
    number: number | null;
  };
  commitment: string;
  salt: string;
  contributions: { player: string; commitment: string; contribution: string }[];
  result: { first_player: 'white' | 'black'; start: string };
};

const text = (value: unknown) => typeof value === 'string';
const whole = (value: unknown, most: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;

/** Throws a TypeError unless every field is there and of its kind: a record may come from anywhere. */
export function checkShape(record: DealRecord): void {
  const { options, contributions, result } = record ?? {};
  const ok =
    [record?.algorithm, record?.game, record?.variant, record?.variant_digest].every(text) &&
    [record?.commitment, record?.salt, options?.set, result?.start].every(text) &&
    whole(record.rules_version, 0xffffffff) &&
    whole(options.level, 255) &&
    (options.number == null || whole(options.number, 0xffffffff)) &&
    ['white', 'black', 'random'].includes(options.colour) &&
    ['white', 'black'].includes(result.first_player) &&
    Array.isArray(options.players) &&
    options.players.every(text) &&
    Array.isArray(contributions) &&
    contributions.every(c => [c?.player, c?.commitment, c?.contribution].every(text));
  if (!ok) throw new TypeError('not a deal record');
}
