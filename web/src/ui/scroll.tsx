import type { ComponentChildren } from 'preact';

type Props = { label: string; class?: string; children: ComponentChildren };

/** What may be wider than its place, such as a table: it scrolls by itself, by key as well. */
export function Scroll({ label, class: extra = '', children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by key
    <section class={`scroll ${extra}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
