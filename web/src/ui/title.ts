import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/text';
import { stream } from '../people_stream/connection';

const page = signal('');

/** Names the page in the browser's tab; a game says there whose move it is. */
export function useTitle(name: string): void {
  useEffect(() => {
    page.value = name;
  }, [name]);
}

/** Keeps the tab's title in step: the page, and before it how many notices wait. */
export function TabTitle() {
  const title = titleOf(page.value, stream.value.unread);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

export function titleOf(name: string, unread: number): string {
  const text = name === '' ? t('brand') : t('page-title', { page: name });
  return unread === 0 ? text : t('title-unread', { count: unread, title: text });
}
