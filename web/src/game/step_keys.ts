import { useEffect, useRef } from 'preact/hooks';
import type { StepTo } from './history';

const keys: Record<string, StepTo> = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' };

const elsewhere = 'input, select, textarea, dialog, [role="grid"], [role="tablist"]';

/** Arrow keys step through the game unless something focused needs them itself. */
export function useStepKeys(step: (to: StepTo) => void): void {
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const to = keys[event.key];
      if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
      if ((event.target as Element | null)?.closest?.(elsewhere)) return;
      event.preventDefault();
      latest.current(to);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
