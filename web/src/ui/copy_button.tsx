import { useState } from 'preact/hooks';
import { t } from '../i18n/text';
import { Icon } from './icons';

type Props = { text: string; label: string; name?: string };

/** Copies a text, and says that it has. */
export function CopyButton({ text, label, name = 'copy' }: Props) {
  const [done, setDone] = useState<boolean | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
    } catch {
      // Without a secure connection there is no clipboard; the text stands beside the button.
      setDone(false);
    }
  };
  return (
    <span class="copy">
      <button type="button" data-action={name} onClick={() => void copy()}>
        <Icon name={done ? 'check' : 'copy'} />
        {label}
      </button>
      <span class="quiet-text" role="status">
        {done !== null && t(done ? 'copied' : 'not-copied')}
      </span>
    </span>
  );
}
