import { MiniBoard } from '../board/mini_board';
import { resultText } from '../game/result';
import { sideName, t } from '../i18n/text';
import type { GameSummary, VariantInfo } from '../wire';

const finishedShown = 3;

/** Running games to go on with, and the latest finished ones. */
export function MyGames({ games, variants }: { games: GameSummary[]; variants: VariantInfo[] }) {
  const running = games.filter(game => game.phase !== 'over');
  const finished = games.filter(game => game.phase === 'over').slice(0, finishedShown);
  const shown = [...running, ...finished];
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="my-games">
      <h2 id="my-games">{t('my-games')}</h2>
      <ul class="my-games">
        {shown.map(game => (
          <MyGame key={game.id} game={game} variant={variants.find(({ id }) => id === game.variant)} />
        ))}
      </ul>
    </section>
  );
}

function MyGame({ game, variant }: { game: GameSummary; variant: VariantInfo | undefined }) {
  const seat = game.seat === 'black' ? 'black' : 'white';
  return (
    <li>
      <a class="my-game" href={`/game/${game.id}`} data-phase={game.phase}>
        {variant && <MiniBoard fen={game.fen} variant={variant} orientation={seat} />}
        <span class="my-game-text">
          <strong>{variant?.name ?? game.variant}</strong>
          <span>{t('my-game-line', { side: sideName(game.seat), level: game.level, ply: game.ply })}</span>
          <span class="my-game-state">{game.ending ? resultText(game.ending) : t('resume')}</span>
        </span>
      </a>
    </li>
  );
}
