import { useState } from 'preact/hooks';
import { t } from '../i18n/text';
import { people } from '../people_api';
import { Dialog } from '../ui/dialog';
import { Form, useAction } from '../ui/form';
import type { ReportReason } from '../wire';

const reasons: ReportReason[] = ['cheating', 'stalling', 'name', 'other'];

/** The longest text the server takes. */
const maxLength = 500;

type Props = { about: string; game?: string; onClose: () => void };

/** Tells the host about a player. */
export function ReportDialog({ about, game, onClose }: Props) {
  const [reason, setReason] = useState<ReportReason>('cheating');
  const [text, setText] = useState('');
  const [sent, setSent] = useState(false);
  const action = useAction();

  const submit = async () => {
    await people.report({ about, reason, text, ...(game !== undefined && { game }) });
    setSent(true);
  };

  return (
    <Dialog title={t('report-title', { name: about })} onClose={onClose}>
      {sent ? (
        <p role="status">{t('report-sent')}</p>
      ) : (
        <Form name="report" action={action} onSubmit={submit} submit={t('report-send')}>
          <fieldset class="field">
            <legend>{t('report-why')}</legend>
            {reasons.map(one => (
              <label key={one} class="choice">
                <input
                  type="radio"
                  name="reason"
                  value={one}
                  checked={one === reason}
                  onChange={() => setReason(one)}
                />
                <span>{t(`report-${one}`)}</span>
              </label>
            ))}
          </fieldset>
          <label class="field">
            <span>{t('report-text')}</span>
            <textarea
              class="prose"
              name="text"
              rows={4}
              maxLength={maxLength}
              value={text}
              required={reason === 'other'}
              onInput={event => setText(event.currentTarget.value)}
            />
          </label>
          <p class="quiet-text">{t('report-explained')}</p>
        </Form>
      )}
      <button type="button" class="fit" data-action="close-report" onClick={onClose}>
        {t(sent ? 'done' : 'cancel')}
      </button>
    </Dialog>
  );
}
