import { useEffect, useState } from 'preact/hooks';
import { api, errorOf } from '../api';
import { type VerifyReport, verifyDeal } from '../deal/verify';
import { errorText, t, tOr } from '../i18n/text';
import { Icon } from '../ui/icons';
import { useTitle } from '../ui/title';
import type { DealRecord, ErrorBody } from '../wire';
import '../styles/verify.css';
import { withNoted } from './noted';

/** Recomputes a deal in the browser from its public record. */
export function VerifyPage({ game }: { game: string | null }) {
  const [text, setText] = useState('');
  const [report, setReport] = useState<VerifyReport | null>(null);
  const [error, setError] = useState<ErrorBody | null>(null);

  useTitle(t('verify-title'));

  const verify = async (source: string) => {
    setReport(null);
    setError(null);
    let record: DealRecord;
    try {
      record = JSON.parse(source) as DealRecord;
    } catch {
      setError({ code: 'not_a_record', params: {} });
      return;
    }
    try {
      const report = await verifyDeal(record, await api.variantText(record.variant));
      setReport(withNoted(record, report));
    } catch (cause) {
      const known = errorOf(cause);
      setError(known.code === 'other' ? { code: 'not_a_record', params: {} } : known);
    }
  };

  useEffect(() => {
    if (!game) return;
    api.deal(game).then(
      record => {
        const source = JSON.stringify(record, null, 2);
        setText(source);
        void verify(source);
      },
      cause => setError(errorOf(cause)),
    );
  }, [game]);

  const open = async (file: File | undefined) => {
    if (!file) return;
    const source = await file.text();
    setText(source);
    await verify(source);
  };

  return (
    <main tabIndex={-1} class="verify">
      <h1>{t('verify-title')}</h1>
      <p>{t('verify-intro')}</p>
      <label class="field">
        <span>{t('verify-record')}</span>
        <textarea
          name="record"
          rows={10}
          spellcheck={false}
          value={text}
          onInput={event => setText(event.currentTarget.value)}
        />
      </label>
      <div class="verify-actions">
        <label class="button">
          {t('verify-file')}
          <input
            class="sr-only"
            type="file"
            accept=".json,application/json"
            onChange={event => void open(event.currentTarget.files?.[0])}
          />
        </label>
        <button type="button" class="primary" disabled={text.trim() === ''} onClick={() => void verify(text)}>
          {t('verify-check')}
        </button>
        {text && (
          <a class="button" download="deal.json" href={`data:application/json,${encodeURIComponent(text)}`}>
            {t('verify-save')}
          </a>
        )}
      </div>
      <div aria-live="polite">
        {error && <p class="notice">{errorText(error)}</p>}
        {report && <Report report={report} />}
      </div>
      <p class="quiet-text">{t('fairness-limits')}</p>
    </main>
  );
}

/** "contribution-2" is worded as "contribution", with its number. */
function checkName(name: string): string {
  const [, kind = name, number] = /^(.*?)(?:-(\d+))?$/.exec(name) ?? [];
  return tOr(`check-${kind}`, name, { number: Number(number ?? 1) });
}

function Report({ report }: { report: VerifyReport }) {
  return (
    <section class="report" data-verified={report.ok}>
      <h2>{t(report.ok ? 'verify-ok' : 'verify-failed')}</h2>
      <ul>
        {report.checks.map(check => (
          <li key={check.name} class={check.ok ? 'check-ok' : 'check-failed'}>
            <Icon name={check.ok ? 'check' : 'close'} />
            <span>
              {checkName(check.name)}
              <span class="sr-only">{t(check.ok ? 'check-passed' : 'check-not-passed')}</span>
              {!check.ok && check.expected !== undefined && (
                <span class="check-detail">
                  {t('check-detail', { expected: check.expected, found: check.found ?? '' })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
