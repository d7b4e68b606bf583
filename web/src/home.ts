import { signal } from '@preact/signals';
import { api, errorOf } from './api';
import type { ErrorBody, Me, VariantInfo } from './wire';

/** What every page needs: who one is and which games there are. */
export type Home = { me: Me; variants: VariantInfo[] };

export const home = signal<Home | null>(null);
export const homeError = signal<ErrorBody | null>(null);

export async function loadHome(): Promise<void> {
  homeError.value = null;
  try {
    // The first answer sets the cookie that makes one a guest; the rest may go after it.
    const me = await api.me();
    home.value = { me, variants: await api.variants() };
  } catch (cause) {
    homeError.value = errorOf(cause);
  }
}

/** Takes over who one is now, after signing in or changing the account. */
export function become(me: Me): void {
  if (home.value) home.value = { ...home.value, me };
}

/** Asks again who one is. A failure changes nothing: the next answer will tell. */
export async function refreshMe(): Promise<void> {
  try {
    become(await api.me());
  } catch {
    // Shown by whatever is asked for next.
  }
}

export const hasAccount = ({ kind }: Pick<Me, 'kind'>) => kind === 'account' || kind === 'bot';
