import { t } from '../i18n/text';
import { GameTiles } from '../ui/game_tile';
import type { GameCard, VariantInfo } from '../wire';

const atOnce = 3;

type Props = { games: GameCard[]; variants: VariantInfo[]; me: string };

/** One's games, running ones first; a few at once, so that a new game stays in sight. */
export function MyGames({ games, ...rest }: Props) {
  if (games.length === 0) return null;
  const running = games.filter(({ phase }) => phase !== 'over');
  const finished = games.filter(({ phase }) => phase === 'over');
  const all = [...running, ...finished];
  const more = all.slice(atOnce);
  return (
    <section aria-labelledby="my-games">
      <h2 id="my-games">{t('my-games')}</h2>
      <GameTiles games={all.slice(0, atOnce)} none="" {...rest} />
      {more.length > 0 && (
        <details class="card-details">
          <summary>{t('my-games-more', { count: more.length })}</summary>
          <GameTiles games={more} none="" {...rest} />
        </details>
      )}
    </section>
  );
}
