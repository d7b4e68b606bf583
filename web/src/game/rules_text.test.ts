import { expect, test } from 'vitest';
import { piecesOfFen } from '../board/placement';
import { coordinates } from '../board/squares';
import { boardBlock, partsOf } from './rules_text';

const pages = import.meta.glob<string>('../../../variants/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const games = import.meta.glob<string>('../../../variants/*.toml', {
  eager: true,
  query: '?raw',
  import: 'default',
});

test('boards are taken out of a page, the rest stays in order', () => {
  const html =
    '<h2>A</h2>\n<p>b &lt;</p>\n<pre><code class="language-board">4k3/8 e1 b10\nA king.\n</code></pre>\n<pre><code>x</code></pre>';
  expect(partsOf(html)).toEqual([
    '<h2>A</h2><p>b &lt;</p>',
    { placement: '4k3/8', marks: ['e1', 'b10'], caption: 'A king.' },
    '<pre><code>x</code></pre>',
  ]);
});

test('a board needs no caption', () => {
  expect(boardBlock('4k3/8\n')).toEqual({ placement: '4k3/8', marks: [], caption: '' });
});

/** A number from a game's file or from one it builds on. */
function word(id: string, name: string): number {
  const text = games[`../../../variants/${id}.toml`] ?? '';
  const own = new RegExp(`^${name} = (\\d+)`, 'm').exec(text)?.[1];
  const base = /^base = "([^"]+)"/m.exec(text)?.[1];
  return own ? Number(own) : base ? word(base, name) : 0;
}

const lettersOf = (id: string): string => {
  const text = games[`../../../variants/${id}.toml`] ?? '';
  const own = [...text.matchAll(/^([A-Z]) = \{ id/gm)].map(([, letter]) => letter).join('');
  const base = /^base = "([^"]+)"/m.exec(text)?.[1];
  return own || (base ? lettersOf(base) : '');
};

test('every board in every rules page fits its game and has words; both languages show the same', () => {
  const shown: Record<string, string[]> = {};
  for (const [path, text] of Object.entries(pages)) {
    const [, id = '', lang = ''] = /([\w-]+)\.(\w+)\.md$/.exec(path) ?? [];
    const blocks = [...text.matchAll(/```board\n([\s\S]*?)```/g)].map(([, inner]) => boardBlock(inner ?? ''));
    const [files, ranks] = [word(id, 'files'), word(id, 'ranks')];
    for (const { placement, marks, caption } of blocks) {
      expect(caption, path).not.toBe('');
      const rows = placement.split('/');
      expect(rows.length, `${path} ${placement}`).toBe(ranks);
      for (const row of rows) {
        const width = (row.match(/\d+|\(\p{L}\)|\p{L}/gu) ?? []).reduce(
          (sum, sign) => sum + (Number(sign) || 1),
          0,
        );
        expect(width, `${path} ${row}`).toBe(files);
      }
      const letters = placement.replace(/[^\p{L}]/gu, '').toUpperCase();
      for (const letter of letters) expect(`${lettersOf(id)}X`, `${path} ${letter}`).toContain(letter);
      for (const square of marks) {
        const { file, rank } = coordinates(square);
        expect(file < files && rank < ranks, `${path} ${square}`).toBe(true);
      }
      expect(placement).not.toBe('');
    }
    shown[`${id} ${lang}`] = blocks.map(({ placement, marks }) => [placement, ...marks].join(' '));
  }
  const illustrated = Object.keys(shown).filter(key => (shown[key]?.length ?? 0) > 0);
  expect(illustrated.length).toBeGreaterThanOrEqual(10);
  for (const key of illustrated)
    expect(shown[key]).toEqual(
      shown[key.endsWith(' en') ? key.replace(/en$/, 'de') : key.replace(/de$/, 'en')],
    );
});

test('a board of a rules page is drawn with the game’s own pieces', () => {
  const variant = {
    files: 8,
    ranks: 8,
    dress: [{ square: 'a1', kind: 'rook' }],
    kinds: [{ id: 'cannon', letter: 'C', shown: 'C', betza: '' }],
  } as unknown as Parameters<typeof piecesOfFen>[1];
  expect(piecesOfFen('8/8/8/8/8/8/8/X1C5', variant)).toEqual([
    { square: 'a1', side: 'white', kind: 'rook', face_down: true },
    { square: 'c1', side: 'white', kind: 'cannon', face_down: false },
  ]);
});
