// @vitest-environment node
import { describe, expect, test } from 'vitest';
import vectorText from '../../../crates/rules/tests/data/deal-v1.json?raw';
import chessText from '../../../variants/chess.toml?raw';
import { protectsAhead } from './betza';
import { fromHex, sha256, toHex, utf8 } from './bytes';
import { contributionCommitment, newContribution } from './contribution';
import { numbersIn, readSetup } from './setup';
import { placedRanks, readTerms, startOf } from './start';
import { accept } from './stream';
import { readToml } from './toml';
import { type DealRecord, verifyDeal } from './verify';

type Vectors = { variants: Record<string, string>; vectors: (DealRecord & { array?: number })[] };
const { variants, vectors } = JSON.parse(vectorText) as Vectors;
// The vectors hold what is drawn: the board. Their other fields are those of any position.
for (const { result } of vectors) result.start = result.start.split(' ')[0] ?? '';
const textOf = (id: string) => variants[id] ?? '';

describe('deal v1', () => {
  test('the 1,000 vectors verify', async () => {
    expect(vectors.length).toBe(1000);
    for (const vector of vectors) {
      const report = await verifyDeal(vector, textOf(vector.variant));
      expect(report.checks.filter(check => !check.ok)).toEqual([]);
      expect(report.ok).toBe(true);
      expect(report.checks.map(check => check.name)).toEqual(
        expect.arrayContaining(['white', 'black', 'start']),
      );
    }
  }, 60_000);

  test('the sets have the published sizes', () => {
    const sizes = (id: string) => {
      const setup = readSetup(textOf(id));
      if (setup.kind !== 'shuffle') return {};
      return Object.fromEntries(
        setup.shuffle.sets.map(set => [set.name, numbersIn(setup, set.rules).length]),
      );
    };
    expect(sizes('capablanca-random')).toEqual({
      brainking: 21_836,
      'scharnagl-2004': 48_000,
      'scharnagl-2006': 12_118,
    });
    expect(sizes('chess960')).toEqual({ 'fischer-random': 960 });
    expect(sizes('ajax-random')).toEqual({ all: 15_120 });
  });

  test('array numbers are the usual ones', () => {
    const array = (id: string, number: number) => {
      const setup = readSetup(textOf(id));
      return setup.kind === 'shuffle' ? setup.numbering.array(number - setup.shuffle.firstNumber) : '';
    };
    expect(array('chess960', 518)).toBe('RNBQKBNR');
    for (const [number, letters] of [
      [1, 'AQBBCNNRKR'],
      [2, 'QBBACNNRKR'],
      [4, 'QBBCNANRKR'],
      [14, 'BBQCNANRKR'],
      [2026, 'NBNCQRBAKR'],
      [25933, 'RNBQCKABNR'],
      [26733, 'RNBQKCABNR'],
    ] as const) {
      expect(array('capablanca-random', number)).toBe(letters);
    }
  });
});

/** A record of a game against the computer that keeps all its promises, whatever the text. */
async function honestRecord(text: string, start: string): Promise<DealRecord> {
  const { contribution, commitment } = await newContribution('g', 'p');
  const record: DealRecord = {
    algorithm: 'deal v1',
    game: 'g',
    variant: 'v',
    rules_version: 1,
    variant_digest: toHex(await sha256(utf8(text))),
    options: { players: ['p', 'computer'], colour: 'white', level: 1, set: '', number: null },
    commitment: '',
    salt: '5a'.repeat(32),
    contributions: [{ player: 'p', commitment, contribution }],
    result: { first_player: 'white', start },
  };
  const { checks } = await verifyDeal(record, text);
  return { ...record, commitment: checks.find(({ name }) => name === 'commitment')?.expected ?? '' };
}

const failures = async (record: DealRecord, text: string) =>
  (await verifyDeal(record, text)).checks.filter(({ ok }) => !ok).map(({ name }) => name);

describe('an event that takes the kings off', () => {
  const text = `${chessText}\n[castling]\nnone = true\n[event]\nsetup = "remove-kings"\n`;
  const start = 'rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR{?/?} w - - 0 1';

  test('is no fault of the deal', async () => {
    expect(await failures(await honestRecord(text, start), text)).toEqual([]);
  });

  test('leaves no king behind', async () => {
    const kept = start.replace('RNBQ1BNR', 'RNBQKBNR');
    expect(await failures(await honestRecord(text, kept), text)).toEqual(['white', 'start']);
  });

  test('merges what it empties', () => {
    const terms = readTerms(text);
    expect(placedRanks(terms, ['RKKR', '(N)K(K)k', 'RNKQ'])).toEqual(['R2R', '(N)1(K)1', 'RN1Q']);
    expect(placedRanks(readTerms(chessText), ['RNKQ'])).toEqual(['RNKQ']);
  });
});

describe('the whole start', () => {
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1';

  test.each([
    ['a piece in the middle', start.replace('8/8/8/8', '8/3q4/8/8')],
    ['a lost pawn', start.replace('PPPPPPPP', 'PPPPPPP1')],
    ['another pawn', start.replace('pppppppp', 'pppppppq')],
    ['a rank too many', start.replace('8/8', '8/8/8')],
    ['a piece in hand', start.replace(' w', '[Qq] w')],
    ['a captive', start.replace(' w', '|N/-| w')],
    ['another turn', start.replace(' w', ' b')],
    ['no castling', start.replace('HAha', '-')],
    ['castling on one side', start.replace('HAha', 'Hha')],
    ['en passant', start.replace(' - ', ' e3 ')],
    ['an advanced half-move clock', start.replace('0 1', '7 1')],
    ['another move number', start.replace('0 1', '0 2')],
    ['a missing field', start.replace(' 0 1', '')],
    ['a field too many', `${start} 0`],
    ['a piece in hand of a bare board', start.replace(/ .*/, '[Q]')],
  ])('is not right with %s', async (_, changed) => {
    expect(await failures(await honestRecord(chessText, changed), chessText)).toEqual(['start']);
  });

  test('is right as it is, and as a bare board', async () => {
    expect(await failures(await honestRecord(chessText, start), chessText)).toEqual([]);
    expect(await failures(await honestRecord(chessText, start.replace(/ .*/, '')), chessText)).toEqual([]);
  });

  const withText = (variant: string, own: string) => `${textOf(variant)}\n${own}`;
  test.each([
    [textOf('capablanca-random'), 'BARBCKNNQR', 'JCjc'],
    [textOf('chess960'), 'RQKRBBNN', 'DAda'],
    [textOf('capablanca'), 'RNABQKBCNR', 'JAja'],
    [withText('capablanca', '[castling]\nnone = true'), 'RNABQKBCNR', '-'],
  ])('names the castling rooks', (text, array, field) => {
    const drawn = { firstPlayer: 'white' as const, number: 1, white: [array], black: [array.toLowerCase()] };
    const fen = startOf(readTerms(text), drawn);
    expect(fen).toMatch(new RegExp(`/${array} w ${field} - 0 1$`));
  });

  test('holds what is in hand, and every chance to gate', () => {
    const [white, black] = [['ARQBNBNKR'], ['rknbnbqra']];
    const terms = readTerms(textOf('ajax-random'));
    const fen = 'rknbnbqra/ppppppppp/9/9/9/9/9/PPPPPPPPP/ARQBNBNKR[MMmm] w ABCDEFGHIabcdefghi - 0 1';
    expect(startOf(terms, { firstPlayer: 'white', number: 1, white, black })).toBe(fen);
  });

  test('of face-down pieces has no pawns of its own, and castles with the corners', () => {
    const white = ['(P)(R)(P)(P)K(P)(R)(P)', '(P)(P)(B)(Q)(P)(B)(N)(N)'].reverse();
    const black = ['(p)(p)(p)(b)k(q)(n)(p)', '(r)(p)(p)(n)(b)(r)(p)(p)'];
    const drawn = { firstPlayer: 'white' as const, number: null, white, black };
    const board = [...black, '8/8/8/8', ...white].join('/');
    expect(startOf(readTerms(textOf('hidden')), drawn)).toBe(`${board} w HAha - 0 1`);
    expect(startOf(readTerms(textOf('hidden-random')), drawn)).toBe(`${board} w - - 0 1`);
  });
});

describe('a swapped field is caught', () => {
  const pick = (fits: (vector: DealRecord) => boolean) => {
    const found = vectors.find(fits);
    if (!found) throw new Error('no such vector');
    return structuredClone(found) as DealRecord;
  };
  const twoPeople = () =>
    pick(v => v.contributions.length === 2 && v.options.set === 'brainking' && v.options.number === null);
  const againstComputer = () => pick(v => v.contributions.length === 1 && v.options.set === 'brainking');
  const failed = async (record: DealRecord) => {
    const report = await verifyDeal(record, textOf(record.variant));
    expect(report.ok).toBe(false);
    return report.checks.filter(check => !check.ok).map(check => check.name);
  };
  const other = '5a'.repeat(32);

  test('salt', async () => {
    const record = twoPeople();
    expect(await failed({ ...record, salt: other })).toContain('commitment');
    expect(await failed({ ...record, salt: 'secret' })).toContain('commitment');
  });

  test('contribution', async () => {
    const record = twoPeople();
    const [first] = record.contributions;
    if (first) first.contribution = other;
    expect(await failed(record)).toContain('contribution-1');
  });

  test('contribution with its commitment', async () => {
    const record = twoPeople();
    const [first] = record.contributions;
    const bytes = fromHex(other);
    if (first && bytes) {
      first.contribution = other;
      first.commitment = await contributionCommitment(record.game, first.player, bytes);
    }
    expect(await failed(record)).toContain('white');
  });

  test('missing contribution', async () => {
    const record = twoPeople();
    record.contributions.pop();
    expect(await failed(record)).toEqual(['contributors', 'deal']);
  });

  test('order of players', async () => {
    const record = twoPeople();
    record.options.players.reverse();
    expect(await failed(record)).toContain('commitment');
    record.contributions.reverse();
    expect(await failed(record)).toContain('commitment');
  });

  test('order of contributions', async () => {
    const record = twoPeople();
    record.contributions.reverse();
    expect(await failed(record)).toContain('contributors');
  });

  test('set', async () => {
    const record = twoPeople();
    record.options.set = 'scharnagl-2004';
    expect(await failed(record)).toContain('commitment');
  });

  test('level', async () => {
    const record = againstComputer();
    record.options.level = (record.options.level % 8) + 1;
    expect(await failed(record)).toEqual(['commitment']);
  });

  test('number', async () => {
    const record = twoPeople();
    record.options.number = 25933;
    expect(await failed(record)).toContain('commitment');
  });

  test('colour drawn and colour asked for', async () => {
    const record = twoPeople();
    const swapped = record.result.first_player === 'white' ? 'black' : 'white';
    expect(await failed({ ...record, result: { ...record.result, first_player: swapped } })).toEqual([
      'colour',
    ]);
    const colour = record.options.colour === 'white' ? 'black' : 'white';
    expect(await failed({ ...record, options: { ...record.options, colour } })).toContain('commitment');
  });

  test('game id', async () => {
    expect(await failed({ ...twoPeople(), game: 'another' })).toEqual([
      'commitment',
      'contribution-1',
      'contribution-2',
    ]);
  });

  test('variant, version, digest and algorithm', async () => {
    const record = twoPeople();
    expect(await failed({ ...record, rules_version: 99 })).toEqual(['commitment']);
    expect(await failed({ ...record, variant_digest: other })).toEqual(['variant']);
    expect(await failed({ ...record, algorithm: 'deal v0' })).toEqual(['algorithm']);
    const text = `${textOf(record.variant)}\n`;
    const checks = (await verifyDeal(record, text)).checks.filter(check => !check.ok);
    expect(checks.map(check => check.name)).toEqual(['variant', 'commitment']);
  });

  test('start', async () => {
    const record = pick(v => v.variant === 'hidden');
    const [placement = ''] = record.result.start.split(' ');
    const rows = placement.split('/');
    const swap = (row = '') => row.replace(/^\((.)\)(.*?)\((?!\1)(.)\)/i, '($3)$2($1)');
    rows[7] = swap(rows[7]);
    expect(await failed({ ...record, result: { ...record.result, start: rows.join('/') } })).toEqual([
      'white',
      'start',
    ]);
  });

  test('something that is no record', async () => {
    for (const record of [
      null,
      {},
      { ...twoPeople(), options: {} },
      { ...twoPeople(), contributions: [null] },
    ]) {
      await expect(verifyDeal(record as unknown as DealRecord, '')).rejects.toThrow(TypeError);
    }
  });
});

describe('parts', () => {
  test('a new contribution opens its commitment and is new', async () => {
    const [one, two] = await Promise.all([newContribution('g', 'p'), newContribution('g', 'p')]);
    const bytes = fromHex(one.contribution);
    expect(bytes && (await contributionCommitment('g', 'p', bytes))).toBe(one.commitment);
    expect(bytes && (await contributionCommitment('g', 'q', bytes))).not.toBe(one.commitment);
    expect(one.contribution).not.toBe(two.contribution);
  });

  test('words above the last multiple are rejected', () => {
    expect(accept(0xffffffff, 3)).toBe(null);
    expect(accept(0xfffffffe, 3)).toBe(2);
    expect(accept(0xffffffff, 2)).toBe(1);
    expect(accept(0xffffffff, 1)).toBe(0);
  });

  test('TOML of several files', () => {
    const text = '[setup]\nkind = "fixed" # so\n[a]\nlist = [ "x", # y\n "z", ]\nt = { k = 1, l = true }\n';
    const sections = readToml(`${text}\nid = 'two'\n[[setup.sets]]\nname = "a\\u0062\\""`);
    expect(sections.map(section => section.name)).toEqual(['', 'setup', 'a', 'setup.sets']);
    expect(sections[2]?.values.list).toEqual(['x', 'z']);
    expect({ ...(sections[2]?.values.t as object) }).toEqual({ k: 1, l: true });
    expect(sections[3]?.values.name).toBe('ab"');
    expect(() => readToml('a = 1\nb = "x')).toThrow('line 2');
    expect(() => readToml('a = 1 2')).toThrow('line 1');
  });

  test('a setup over a base', () => {
    const base =
      '[setup]\nkind = "shuffle"\narmy = "KRR"\nmirror = "file"\nfirst_number = 0\nnumbering = ["rest RKR"]\n[[setup.sets]]\nname = "a"\nrules = []\n';
    const own =
      'id = "b"\nname = "B"\n[setup]\nmirror = "half-turn"\n[[setup.sets]]\nname = "c"\nrules = []\n';
    const names = (text: string) => {
      const setup = readSetup(text);
      return setup.kind === 'shuffle' ? setup.shuffle.sets.map(set => set.name) : [];
    };
    expect(names(base)).toEqual(['a']);
    expect(names(`${base}\n${own}`)).toEqual(['c']);
    expect(readSetup(`${base}\n${own}`).halfTurn).toBe(true);
    expect(names(`${base}\nid = "b"\nname = "B"\n`)).toEqual(['a']);
  });

  test('protection by moves', () => {
    const reach = (betza: string) => [...protectsAhead(betza)].sort();
    expect(reach('K')).toEqual([0, 1]);
    expect(reach('RB')).toEqual([0, 1]);
    expect(reach('BN')).toEqual([1, 2]);
    expect(reach('RN')).toEqual([0, 2]);
    expect(reach('mRcpR')).toEqual([]);
    expect(reach('NmK')).toEqual([2]);
    expect(() => reach('fmWfcF')).toThrow('modifier');
    expect(() => reach('X')).toThrow('atom');
    expect(() => reach('')).toThrow('read');
  });
});
