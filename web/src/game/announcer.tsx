import { errorText } from '../i18n/text';
import type { ErrorBody, Event } from '../wire';
import { announcement } from './announce';

/** Says each event once to a screen reader. */
export function Announcer({ event, refusal }: { event: Event | null; refusal: ErrorBody | null }) {
  return (
    <div class="sr-only" role="log" aria-live="polite" aria-atomic="true" data-announcer>
      {refusal ? errorText(refusal) : announcement(event)}
    </div>
  );
}
