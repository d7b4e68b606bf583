import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/text';
import { CopyButton } from '../ui/copy_button';

type Props = { name: string; codes: string[]; onSaved: () => void };

/** The codes for a forgotten password: shown once, so they want saving before one goes on. */
export function RecoveryCodes({ name, codes, onSaved }: Props) {
  const [saved, setSaved] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const text = codes.join('\n');
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`;

  useEffect(() => heading.current?.focus(), []);

  useEffect(() => {
    if (saved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [saved]);

  return (
    <section class="panel" aria-labelledby="recovery-codes" data-codes>
      <h2 id="recovery-codes" ref={heading} tabIndex={-1}>
        {t('recovery-codes')}
      </h2>
      <p>{t('recovery-codes-explained', { count: codes.length })}</p>
      <ul class="codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="row">
        <CopyButton text={text} label={t('copy-codes')} name="copy-codes" />
        <a class="button" href={file} download={t('codes-file', { name })} data-action="save-codes">
          {t('save-codes')}
        </a>
      </div>
      <label class="switch">
        <input
          type="checkbox"
          name="saved"
          checked={saved}
          onChange={event => setSaved(event.currentTarget.checked)}
        />
        <span>{t('codes-saved')}</span>
      </label>
      <button type="button" class="primary fit" data-action="go-on" disabled={!saved} onClick={onSaved}>
        {t('go-on')}
      </button>
    </section>
  );
}
