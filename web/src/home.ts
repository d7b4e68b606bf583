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
