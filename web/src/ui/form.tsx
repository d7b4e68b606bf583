import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { errorOf } from '../api';
import { errorText, t } from '../i18n/text';
import type { ErrorBody } from '../wire';
import { Icon } from './icons';

export type Action = {
  busy: boolean;
  error: ErrorBody | null;
  /** Whether it went through; the error says why not. */
  run: (what: () => Promise<unknown>) => Promise<boolean>;
};

/** One thing at a time, with what went wrong the last time. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorBody | null>(null);
  const run = async (what: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await what();
      return true;
    } catch (cause) {
      setError(errorOf(cause));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run };
}

export function ErrorLine({ error }: { error: ErrorBody | null }) {
  if (!error) return null;
  return (
    <p class="notice" role="alert" data-error={error.code}>
      {errorText(error)}
    </p>
  );
}

type FormProps = {
  action: Action;
  onSubmit: () => Promise<unknown>;
  submit: string;
  name: string;
  danger?: boolean;
  disabled?: boolean;
  children: ComponentChildren;
};

/** Fields, what went wrong, and the button that sends them. */
export function Form({ action, onSubmit, submit, name, danger, disabled = false, children }: FormProps) {
  return (
    <form
      class="stack"
      data-form={name}
      onSubmit={event => {
        event.preventDefault();
        if (!action.busy) void action.run(onSubmit);
      }}
    >
      {children}
      <ErrorLine error={action.error} />
      <button type="submit" class={danger ? 'danger fit' : 'primary fit'} disabled={action.busy || disabled}>
        {submit}
      </button>
    </form>
  );
}

type TextProps = {
  label: string;
  name: string;
  value: string;
  onInput: (value: string) => void;
  hint?: string;
  type?: 'text' | 'password' | 'email';
  autocomplete?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  required?: boolean;
};

/** A line of text with its label, and a hint that is read with it. */
export function TextField({ label, hint, value, onInput, type = 'text', autocomplete, ...rest }: TextProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const secret = type === 'password';
  // Which of the three it is at the moment is no matter of types.
  const kind = { type: secret && shown ? 'text' : type } as { type: 'text' };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="field-row">
        <input
          {...rest}
          id={id}
          {...kind}
          value={value}
          autocomplete={autocomplete ?? 'off'}
          autocapitalize="none"
          spellcheck={false}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onInput={event => onInput(event.currentTarget.value)}
        />
        {secret && (
          <button
            type="button"
            class="icon-button"
            aria-pressed={shown}
            aria-label={t('show-password')}
            title={t('show-password')}
            onClick={() => setShown(!shown)}
          >
            <Icon name="eye" />
          </button>
        )}
      </span>
      {hint && (
        <span id={`${id}-hint`} class="quiet-text">
          {hint}
        </span>
      )}
    </div>
  );
}

type PasswordProps = { label: string; name: string; value: string; onInput: (value: string) => void };

/** The longest and shortest password the server takes. */
const passwordLength = { minLength: 8, maxLength: 200 };

export function NewPasswordField(props: PasswordProps) {
  return (
    <TextField
      {...props}
      {...passwordLength}
      type="password"
      autocomplete="new-password"
      hint={t('password-hint', passwordLength)}
      required
    />
  );
}

export function PasswordField(props: PasswordProps) {
  return <TextField {...props} type="password" autocomplete="current-password" maxLength={200} required />;
}
