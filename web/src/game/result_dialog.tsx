import { useState } from 'preact/hooks';
import { errorOf } from '../api';
import { errorText, t } from '../i18n/text';
import { settingsOf, start } from '../lobby/wish';
import { Dialog } from '../ui/dialog';
import type { Ending, ErrorBody, NewGame, Snapshot, VariantInfo } from '../wire';
import { withComputer } from './people';
import { RatingChanges } from './rating_change';
import { Rematch } from './rematch';
import { resultText, verdict } from './result';

type Props = {
  game: Snapshot;
  variant: VariantInfo;
  me: string;
  ending: Ending;
  /** Whether the end has just been seen to come, not only looked up. */
  news: boolean;
  onClose: () => void;
};

/** The result with its reason, and ways on. */
export function ResultDialog({ game, variant, me, ending, news, onClose }: Props) {
  const mine = game.players.some(({ id }) => id === me);
  return (
    <Dialog title={verdict(ending, game.seat)} onClose={onClose} class="result-dialog">
      <p data-result={ending.result} data-reason={ending.reason}>
        {resultText(ending)}
      </p>
      {news && <RatingChanges game={game} />}
      <div class="dialog-buttons">
        {mine && withComputer(game) && <Again game={game} variant={variant} />}
        {mine && !withComputer(game) && <Rematch game={game} me={me} />}
        <a class="button" href="/">
          {t('new-game')}
        </a>
        <a class="button" href={`/verify?game=${encodeURIComponent(game.id)}`}>
          {t('verify-this')}
        </a>
        <button type="button" class="quiet" data-action="close-result" onClick={onClose}>
          {t('look-at-board')}
        </button>
      </div>
    </Dialog>
  );
}

/** Another game against the computer, with the same settings or from the same start. */
function Again({ game, variant }: { game: Snapshot; variant: VariantInfo }) {
  const [error, setError] = useState<ErrorBody | null>(null);
  const again: NewGame = settingsOf(game.id) ?? {
    variant: game.variant,
    level: game.level,
    colour: 'random',
  };
  const number = variant.face_down ? undefined : game.start?.number;
  const swapped: NewGame | null =
    number === undefined || game.seat === 'spectator'
      ? null
      : { ...again, number, colour: game.seat === 'white' ? 'black' : 'white' };

  const play = async (wish: NewGame) => {
    try {
      await start(wish);
    } catch (cause) {
      setError(errorOf(cause));
    }
  };

  return (
    <>
      {error && <p role="alert">{errorText(error)}</p>}
      <button type="button" class="primary" onClick={() => void play(again)}>
        {t('again')}
      </button>
      {swapped && (
        <button type="button" onClick={() => void play(swapped)}>
          {t('again-swapped')}
        </button>
      )}
    </>
  );
}
