import { newContribution } from '../deal/contribution';
import type { ClientMessage, Snapshot } from '../wire';
import { note } from './promise';

type Contribution = { contribution: string; commitment: string };

// The contribution must survive a reload between commitment and opening, but no longer than the tab.
const keyOf = (game: string) => `backrank.deal.${game}`;

function kept(game: string): Contribution | null {
  const text = sessionStorage.getItem(keyOf(game));
  return text ? (JSON.parse(text) as Contribution) : null;
}

/** What to send for the current step of the deal, if anything. */
export async function dealingAnswer(game: Snapshot, player: string): Promise<ClientMessage | null> {
  if (game.phase !== 'dealing') return null;
  if (game.dealing === 'commit') {
    const own = kept(game.id) ?? (await newContribution(game.id, player));
    sessionStorage.setItem(keyOf(game.id), JSON.stringify(own));
    note(game.id, { server: game.commitment, own: own.commitment });
    return { type: 'commit', commitment: own.commitment };
  }
  if (game.dealing === 'open') {
    const own = kept(game.id);
    return own && { type: 'open', contribution: own.contribution };
  }
  return null;
}
