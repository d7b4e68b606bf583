import { t } from '../i18n/text';
import type { PlayerInfo, Seat, Side, Snapshot } from '../wire';

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');

/** The side this client plays, or null for an onlooker. */
export function sideOf(seat: Seat): Side | null {
  return seat === 'spectator' ? null : seat;
}

/** Whether the one who looks on plays neither side; a player's own colour may still have to be drawn. */
export function onlooks(game: Snapshot, me: string): boolean {
  return game.seat === 'spectator' && !game.players.some(({ id }) => id === me);
}

/** Who plays this side. Before the colours are drawn, whoever looks sits at White's place. */
export function playerOn(game: Snapshot, side: Side, me: string): PlayerInfo {
  const mine = Math.max(
    0,
    game.players.findIndex(({ id }) => id === me),
  );
  const white = game.white ?? mine;
  return game.players[(side === 'white' ? white : 1 - white) === 0 ? 0 : 1];
}

/** Whether the built-in computer plays one side. */
export function withComputer(game: Snapshot): boolean {
  return game.players.some(({ kind }) => kind === 'computer');
}

export function nameOf(player: PlayerInfo, level: number): string {
  if (player.kind === 'computer') return t('computer', { level: player.level ?? level });
  return player.kind === 'closed' ? t('player-closed') : player.name;
}

/** What kind of player it is, where that needs saying. */
export function labelOf({ kind }: PlayerInfo): string {
  return kind === 'bot' || kind === 'computer' || kind === 'guest' ? t(`table-label-${kind}`) : '';
}
