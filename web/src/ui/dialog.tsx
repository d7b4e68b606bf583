import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

type Props = { title: string; onClose: () => void; children: ComponentChildren; class?: string };

/** A modal dialog. Esc and a click outside close it. */
export function Dialog({ title, onClose, children, class: extra }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useEffect(() => {
    element.current?.showModal();
  }, []);

  const onClick = (event: MouseEvent) => {
    if (event.target === element.current) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way, handled by `cancel`
    <dialog
      ref={element}
      class={`dialog ${extra ?? ''}`}
      aria-labelledby={heading}
      onClick={onClick}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-body">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
