import { MiniBoard } from '../board/mini_board';
import { resultText } from '../game/result';
import { sideName, t } from '../i18n/text';
import type { GameCard, PlayerInfo, Side, VariantInfo } from '../wire';
import { dateText, relativeText } from './amounts';
import { clockText } from './clock_text';
import { playerName, ratingText } from './player_link';

/** Whose side it is to look from: one's own, or White's. */
export const sideOf = ({ seat }: GameCard): Side => (seat === 'black' ? 'black' : 'white');

/** The player of a side; none while colours are not drawn. */
export function playerOf({ players, white }: GameCard, side: Side): PlayerInfo | null {
  if (white === undefined) return null;
  return players[side === 'white' ? white : 1 - white] ?? null;
}

function playerText(player: PlayerInfo): string {
  const name = playerName(player);
  const known = player.rating === undefined ? '' : ` ${ratingText(player.rating, player.provisional)}`;
  const label = player.kind === 'bot' ? `${t('player-bot')} ` : '';
  return `${label}${name}${known}`;
}

/** The other player, for somebody who plays this game. */
export function opponentOf(game: GameCard, me: string): PlayerInfo {
  return game.players[0].id === me ? game.players[1] : game.players[0];
}

type Props = { game: GameCard; variants: VariantInfo[]; me?: string };

/** A game in a list: its picture, who plays, and where it stands. */
export function GameTile({ game, variants, me }: Props) {
  const variant = variants.find(({ id }) => id === game.variant);
  const own = me !== undefined && game.players.some(({ id }) => id === me);
  return (
    <li>
      <a class="my-game" href={`/game/${game.id}`} data-game={game.id} data-phase={game.phase}>
        {variant && <MiniBoard fen={game.fen} variant={variant} orientation={sideOf(game)} />}
        <span class="my-game-text">
          <strong>{own ? playerText(opponentOf(game, me)) : (variant?.name ?? game.variant)}</strong>
          {!own && <Sides game={game} />}
          <span>
            {own && `${variant?.name ?? game.variant} · `}
            {clockText(game.clock)} · {t(game.rated ? 'rated' : 'casual')}
          </span>
          <span class="my-game-state">
            <State game={game} />
          </span>
        </span>
      </a>
    </li>
  );
}

function Sides({ game }: { game: GameCard }) {
  if (game.white === undefined) return <span>{game.players.map(playerText).join(' – ')}</span>;
  return (
    <>
      {(['white', 'black'] as const).map(side => {
        const player = playerOf(game, side);
        return (
          <span key={side} class="tile-side">
            <span class={`colour-dot colour-${side}`} aria-hidden="true" />
            <span class="sr-only">{sideName(side)}</span> {player && playerText(player)}
          </span>
        );
      })}
    </>
  );
}

function State({ game }: { game: GameCard }) {
  if (game.ending)
    return (
      <>
        {resultText(game.ending)}
        {game.ended !== undefined && <span class="tile-date">{dateText(game.ended)}</span>}
      </>
    );
  if (game.phase === 'dealing') return <>{t(game.my_turn ? 'tile-open-deal' : 'tile-dealing')}</>;
  const until = game.deadline === undefined ? '' : relativeText(game.deadline, Date.now());
  if (game.my_turn) return <>{until === '' ? t('tile-your-turn') : t('tile-your-turn-until', { until })}</>;
  return <>{t('tile-turn', { side: sideName(game.turn), ply: game.ply })}</>;
}

/** Games side by side, or a word that there are none. */
export function GameTiles({
  games,
  none,
  ...rest
}: { games: GameCard[]; none: string } & Omit<Props, 'game'>) {
  if (games.length === 0) return <p class="quiet-text">{none}</p>;
  return (
    <ul class="my-games">
      {games.map(game => (
        <GameTile key={game.id} game={game} {...rest} />
      ))}
    </ul>
  );
}
