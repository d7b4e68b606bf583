import { MiniBoard } from '../board/mini_board';
import { resultText } from '../game/result';
import { sideName, t } from '../i18n/text';
import type { GameCard, VariantInfo } from '../wire';

const atOnce = 3;

/** One's games, running ones first; a few at once, so that a new game stays in sight. */
export function MyGames({ games, variants }: { games: GameCard[]; variants: VariantInfo[] }) {
  if (games.length === 0) return null;
  const running = games.filter(({ phase }) => phase !== 'over');
  const finished = games.filter(({ phase }) => phase === 'over');
  const all = [...running, ...finished];
  const more = all.slice(atOnce);
  const list = (some: GameCard[]) => (
    <ul class="my-games">
      {some.map(game => (
        <MyGame key={game.id} game={game} variant={variants.find(({ id }) => id === game.variant)} />
      ))}
    </ul>
  );
  return (
    <section aria-labelledby="my-games">
      <h2 id="my-games">{t('my-games')}</h2>
      {list(all.slice(0, atOnce))}
      {more.length > 0 && (
        <details class="card-details">
          <summary>{t('my-games-more', { count: more.length })}</summary>
          {list(more)}
        </details>
      )}
    </section>
  );
}

/** The computer's level; 0 where two people play. */
function levelOf({ players }: GameCard) {
  return players.find(({ level }) => level !== undefined)?.level ?? 0;
}

function MyGame({ game, variant }: { game: GameCard; variant: VariantInfo | undefined }) {
  const seat = game.seat === 'black' ? 'black' : 'white';
  return (
    <li>
      <a class="my-game" href={`/game/${game.id}`} data-phase={game.phase}>
        {variant && <MiniBoard fen={game.fen} variant={variant} orientation={seat} />}
        <span class="my-game-text">
          <strong>{variant?.name ?? game.variant}</strong>
          <span>{t('my-game-line', { side: sideName(game.seat), level: levelOf(game), ply: game.ply })}</span>
          <span class="my-game-state">{game.ending ? resultText(game.ending) : t('resume')}</span>
        </span>
      </a>
    </li>
  );
}
