import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';

export type Tab = { id: string; title: string; content: () => ComponentChildren };

/** A tab list with the usual keys; only the open tab's content exists. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(tabs[0]?.id);
  const open = tabs.find(tab => tab.id === wanted) ?? tabs[0];
  if (!open) return null;

  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(tabs.indexOf(open) + by + tabs.length) % tabs.length];
    setWanted(next?.id);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${base}-${next?.id}`)}`)?.focus();
  };

  return (
    <div class="tabs">
      <div ref={list} class="tab-list" role="tablist" aria-label={label} onKeyDown={onKey}>
        {tabs.map(tab => (
          <button
            key={tab.id}
            id={`${base}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab === open}
            aria-controls={tab === open ? `${base}-panel` : undefined}
            tabIndex={tab === open ? 0 : -1}
            data-tab={tab.id}
            onClick={() => setWanted(tab.id)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div
        id={`${base}-panel`}
        class="tab-panel"
        role="tabpanel"
        aria-labelledby={`${base}-${open.id}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling panel must be reachable by key
        tabIndex={0}
      >
        {open.content()}
      </div>
    </div>
  );
}
