import { language } from '../i18n/language';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** "30 Nov 2026", as the language writes it. */
export function dateText(at: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(at);
}

export function dateTimeText(at: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** "in 2 days", "3 hours ago": in the largest unit that is at least one. */
export function relativeText(at: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' });
  const away = at - now;
  const size = Math.abs(away);
  if (size >= day) return format.format(Math.trunc(away / day), 'day');
  if (size >= hour) return format.format(Math.trunc(away / hour), 'hour');
  if (size >= minute) return format.format(Math.trunc(away / minute), 'minute');
  return format.format(Math.trunc(away / second), 'second');
}

/** "45 %", "45.5 %". */
export function percentText(share: number): string {
  const form = { style: 'percent', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language.value, form).format(share);
}

export function numberText(value: number): string {
  return new Intl.NumberFormat(language.value).format(value);
}
