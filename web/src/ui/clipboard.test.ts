import { afterEach, expect, test, vi } from 'vitest';
import { copy } from './clipboard';

afterEach(() => vi.unstubAllGlobals());

const later = (text: string) => new Promise<string>(resolve => setTimeout(() => resolve(text), 1));

test('a text that is still to come reaches the clipboard', async () => {
  const written: string[] = [];
  class Item {
    constructor(readonly data: Record<string, Promise<Blob>>) {}
  }
  const write = async ([item]: Item[]) => {
    const blob = await item?.data['text/plain'];
    written.push((await blob?.text()) ?? 'nothing');
  };
  vi.stubGlobal('ClipboardItem', Item);
  vi.stubGlobal('navigator', { clipboard: { write } });
  expect(await copy(later('1. e4 *'))).toBe(true);
  vi.stubGlobal('ClipboardItem', undefined);
  const writeText = async (text: string) => void written.push(text);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copy(later('1. d4 *'))).toBe(true);
  expect(written).toEqual(['1. e4 *', '1. d4 *']);
});

test('a browser that has no clipboard or does not let it is no fault', async () => {
  vi.stubGlobal('ClipboardItem', undefined);
  vi.stubGlobal('navigator', {});
  expect(await copy(later('x'))).toBe(false);
  const writeText = () => Promise.reject(new Error('not allowed'));
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copy(later('x'))).toBe(false);
});
