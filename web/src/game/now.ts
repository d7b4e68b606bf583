import { useEffect, useState } from 'preact/hooks';

/** The page's monotonic time; the component is drawn again after `delay` milliseconds, or not at all if null. */
export function useNow(delay: number | null): number {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    if (delay === null) return;
    const timer = setTimeout(() => setTick(n => n + 1), delay);
    return () => clearTimeout(timer);
  }, [tick, delay]);
  return performance.now();
}

/** Whether the page is hidden, behind another tab or window. */
export function useHidden(): boolean {
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const onChange = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  return hidden;
}
