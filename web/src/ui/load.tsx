import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { errorOf } from '../api';
import { errorText, t } from '../i18n/text';
import type { ErrorBody } from '../wire';

export type Loading<T> = { value: T | null; error: ErrorBody | null; reload: () => void };

/** Milliseconds in which changes count as one. */
const bundle = 150;

/**
 * Asks for something when the page opens, when `key` changes, and again when `version` does. The old value stays
 * until the new one is there, unless it is another thing that is asked for.
 */
export function useLoaded<T>(key: string, load: () => Promise<T>, version = 0): Loading<T> {
  const [state, setState] = useState<{ key: string; value: T | null; error: ErrorBody | null }>({
    key,
    value: null,
    error: null,
  });
  const asked = useRef(0);
  const latest = useRef(load);
  latest.current = load;

  const reload = useCallback(() => {
    asked.current += 1;
    const turn = asked.current;
    const settle = (value: T | null, error: ErrorBody | null) => {
      if (turn !== asked.current) return;
      setState(old => ({ key, value: value ?? (old.key === key ? old.value : null), error }));
    };
    latest.current().then(
      value => settle(value, null),
      cause => settle(null, errorOf(cause)),
    );
  }, [key]);

  const begun = useRef<string | null>(null);
  useEffect(() => {
    const again = begun.current === key;
    begun.current = key;
    // News come in bundles: one question answers them all.
    const timer = again ? setTimeout(reload, bundle) : undefined;
    if (!again) reload();
    return () => {
      clearTimeout(timer);
      asked.current += 1;
    };
  }, [key, reload, version]);

  return state.key === key ? { ...state, reload } : { value: null, error: null, reload };
}

type LoadedProps<T> = { of: Loading<T>; children: (value: T) => ComponentChildren };

/** What was asked for, or that it is still to come, or why it did not. */
export function Loaded<T>({ of: { value, error, reload }, children }: LoadedProps<T>) {
  if (value !== null) return <>{children(value)}</>;
  if (!error)
    return (
      <p class="quiet-text" aria-busy="true">
        {t('loading')}
      </p>
    );
  return (
    <div class="stack" role="alert" data-error={error.code}>
      <p class="notice">{errorText(error)}</p>
      <button type="button" class="fit" onClick={reload}>
        {t('try-again')}
      </button>
    </div>
  );
}

/** Calls `tick` every so often while the page is in sight. */
export function useEvery(milliseconds: number, tick: () => void): void {
  const latest = useRef(tick);
  latest.current = tick;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}
