import { t } from '../i18n/text';
import type { PlayerInfo } from '../wire';

/** "1523", or "1523?" while it is uncertain. */
export function ratingText(rating: number, provisional: boolean): string {
  return t(provisional ? 'rating-provisional' : 'rating', { rating });
}

/** A player's name as others see it. The computer has levels instead of names. */
export function playerName({ kind, name, level }: PlayerInfo): string {
  if (kind === 'computer') return t('computer', { level: level ?? 0 });
  return kind === 'closed' ? t('player-closed') : name;
}

/** A player with label and rating; people and bots lead to their pages. */
export function PlayerLink({ player, plain = false }: { player: PlayerInfo; plain?: boolean }) {
  const { kind, rating, provisional } = player;
  const linked = !plain && (kind === 'account' || kind === 'bot');
  return (
    <span class="player" data-kind={kind}>
      {kind === 'bot' && <span class="tag">{t('player-bot')}</span>}
      {linked ? (
        <a href={`/player/${encodeURIComponent(player.name)}`}>{playerName(player)}</a>
      ) : (
        <span>{playerName(player)}</span>
      )}
      {rating !== undefined && <span class="player-rating">{ratingText(rating, provisional)}</span>}
    </span>
  );
}
