import { loadHome } from '../home';
import { accounts } from '../people_api';
import { go } from '../router';

/** Signs out; who comes after is a guest again. */
export async function leave(): Promise<void> {
  await accounts.signOut();
  await loadHome();
  go('/');
}
