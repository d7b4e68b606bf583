import { t } from '../i18n/text';
import { noticeHref, noticeText } from '../notices/notice_text';
import { go } from '../router';
import type { Notice } from '../wire';

/** Whether the browser may show notices: `unknown` where it was not asked yet, `no` where it cannot. */
export function permission(): 'yes' | 'no' | 'unknown' {
  if (typeof Notification === 'undefined' || Notification.permission === 'denied') return 'no';
  return Notification.permission === 'granted' ? 'yes' : 'unknown';
}

/** Shows a notice outside the page, if the page is out of sight. One tag a notice: several tabs show it once. */
export function notify(notice: Notice): void {
  if (permission() !== 'yes' || !document.hidden) return;
  try {
    const shown = new Notification(t('brand'), { body: noticeText(notice), tag: notice.id });
    shown.onclick = () => {
      focus();
      go(noticeHref(notice));
      shown.close();
    };
  } catch {
    // Some phones allow notices from service workers alone; the list in the page has them.
  }
}
