import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/text';
import { speeds } from '../ui/clock_text';
import type { Choice, Speed } from '../wire';

const all: Speed[] = [...speeds, 'untimed'];

const key = 'backrank.confirm';
const usual: Speed[] = ['correspondence'];

export function storedSpeeds(text: string | null): Speed[] {
  if (text === null) return usual;
  return all.filter(speed => text.split(' ').includes(speed));
}

/** The speeds at which an action is sent only when it has been submitted. */
export const confirmedSpeeds = signal(storedSpeeds(localStorage.getItem(key)));

export function chooseConfirmed(speed: Speed, yes: boolean): void {
  const chosen = all.filter(known => (known === speed ? yes : confirmedSpeeds.value.includes(known)));
  localStorage.setItem(key, chosen.join(' '));
  confirmedSpeeds.value = chosen;
}

/** The setting, speed by speed. */
export function ConfirmSetting() {
  return (
    <fieldset class="field confirm-setting">
      <legend>{t('table-confirm-setting')}</legend>
      {all.map(speed => (
        <label key={speed} class="switch">
          <input
            type="checkbox"
            data-setting={`confirm-${speed}`}
            checked={confirmedSpeeds.value.includes(speed)}
            onChange={event => chooseConfirmed(speed, event.currentTarget.checked)}
          />
          <span>{t(`speed-${speed}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

const own = 'a, button, input, select, textarea, dialog';

type Props = { choice: Choice; onSubmit: () => void; onBack: () => void };

/** Asks to submit what the board already shows. Enter submits, Esc goes back. */
export function Confirm({ choice, onSubmit, onBack }: Props) {
  const submit = useRef<HTMLButtonElement>(null);
  const latest = useRef({ onSubmit, onBack });
  latest.current = { onSubmit, onBack };

  useLayoutEffect(() => {
    const before = document.activeElement;
    submit.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current.onBack();
      // The key that made the move may still be down: only a new press counts.
      else if (event.key !== 'Enter' || event.repeat) return;
      else if (!(event.target as Element | null)?.closest?.(own)) latest.current.onSubmit();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      <span class="status-text" data-held={choice.action}>
        {t('table-submit-question', { move: choice.text })}
      </span>
      <button
        ref={submit}
        type="button"
        class="primary"
        data-action="submit"
        onKeyDown={event => event.repeat && event.preventDefault()}
        onClick={onSubmit}
      >
        {t('table-submit')}
      </button>
      <button type="button" data-action="unsubmit" onClick={onBack}>
        {t('table-submit-back')}
      </button>
    </>
  );
}
