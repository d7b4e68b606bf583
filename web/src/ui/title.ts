import { useEffect } from 'preact/hooks';
import { t } from '../i18n/text';

/** Names the page in the browser's tab; a game says there whose move it is. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = t('page-title', { page });
  }, [page]);
}
