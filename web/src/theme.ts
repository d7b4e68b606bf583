import { effect, signal } from '@preact/signals';

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'backrank.theme';
const stored = localStorage.getItem(key);

export const theme = signal<Theme>(themes.find(name => name === stored) ?? 'auto');

export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'auto';
  localStorage.setItem(key, theme.value);
}

/** Keeps the document's attribute, which the style sheets read, in step with the choice. */
export function applyTheme(): void {
  effect(() => {
    if (theme.value === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  });
}
