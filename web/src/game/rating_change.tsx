import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/text';
import { people } from '../people_api';
import type { PlayerInfo, RatingInfo, Snapshot } from '../wire';

type Change = { name: string; before: number; after: number };

/** How a rating moved by a game, if the player's ratings tell. */
export function changeOf(player: PlayerInfo, ratings: RatingInfo[], game: Snapshot): Change | null {
  const { name, rating: before } = player;
  const bots = game.players.some(({ kind }) => kind === 'bot' || kind === 'computer');
  const pool = ratings.find(
    known => known.variant === game.variant && known.speed === game.speed && known.bots === bots,
  );
  if (before === undefined || !pool || pool.graph.length === 0) return null;
  return { name, before, after: Math.round(pool.rating) };
}

/** The two ratings after a rated game that has just ended. */
export function RatingChanges({ game }: { game: Snapshot }) {
  const [changes, setChanges] = useState<Change[]>([]);
  useEffect(() => {
    const rated = game.rated && game.ending?.result !== 'aborted';
    if (!rated) return;
    let left = false;
    const accounts = game.players.filter(({ kind }) => kind === 'account' || kind === 'bot');
    const asked = accounts.map(player =>
      people.player(player.name).then(
        ({ ratings }) => changeOf(player, ratings, game),
        // Ratings are an extra here: their page will tell.
        () => null,
      ),
    );
    void Promise.all(asked).then(found => !left && setChanges(found.filter(change => change !== null)));
    return () => {
      left = true;
    };
  }, [game.id]);
  if (changes.length === 0) return null;
  return (
    <ul class="rating-changes">
      {changes.map(({ name, before, after }) => (
        <li key={name} data-rating-change={after - before}>
          {t('table-rating-change', {
            name,
            before: String(before),
            after: String(after),
            change: `${after >= before ? '+' : '−'}${Math.abs(after - before)}`,
          })}
        </li>
      ))}
    </ul>
  );
}
