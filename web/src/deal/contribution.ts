import { type Bytes, concat, prefixed, sha256, toHex, utf8 } from './bytes';

/** What a client promises in a game before anybody opens anything (docs/deal.md). */
export async function contributionCommitment(game: string, player: string, bytes: Bytes): Promise<string> {
  return toHex(
    await sha256(concat(utf8('backrank contribution v1'), prefixed(game), prefixed(player), bytes)),
  );
}

/** A fresh contribution of `player` to the deal of `game`, and the commitment to send first; both hex. */
export async function newContribution(
  game: string,
  player: string,
): Promise<{ contribution: string; commitment: string }> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return { contribution: toHex(bytes), commitment: await contributionCommitment(game, player, bytes) };
}
