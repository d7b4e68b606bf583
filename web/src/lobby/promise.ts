import { newContribution } from '../deal/contribution';
import { forgetContributions, keepContribution, keptContribution } from '../deal/kept';
import { lobby } from '../people_api';
import { proposed } from '../people_stream/connection';
import type { NewChallenge, NewSeek, Proposal } from '../wire';

/**
 * Commits at once to the deal of the game that a proposal becomes, so that it can be dealt at the proposer's next
 * visit. A proposal without a commitment stands all the same: then the game asks for it.
 */
export async function commitTo(proposal: Proposal, me: string): Promise<void> {
  const own = keptContribution(proposal.id) ?? (await newContribution(proposal.id, me));
  keepContribution(proposal.id, own);
  try {
    await lobby.commit(proposal.id, own.commitment);
  } catch {
    // It may have arrived all the same, so it is kept; if not, the game page sends it again.
  }
}

export async function seek(wish: NewSeek, me: string): Promise<Proposal> {
  return remember(await lobby.seek(wish), me);
}

export async function challenge(wish: NewChallenge, me: string): Promise<Proposal> {
  return remember(await lobby.challenge(wish), me);
}

/** Takes note of a proposal of one's own, and commits to its deal. */
export async function remember(proposal: Proposal, me: string): Promise<Proposal> {
  proposed(proposal);
  await commitTo(proposal, me);
  return proposal;
}

export async function withdraw(id: string): Promise<void> {
  await lobby.remove(id);
  forgetContributions(id);
}
