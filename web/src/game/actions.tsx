import { useState } from 'preact/hooks';
import { t } from '../i18n/text';
import { Dialog } from '../ui/dialog';
import { Icon, type IconName } from '../ui/icons';
import type { Snapshot } from '../wire';
import type { Shown, StepTo } from './history';

type Props = {
  game: Snapshot;
  shown: Shown;
  onStep: (to: StepTo) => void;
  onFlip: () => void;
  onResign: () => void;
  onResult: () => void;
};

/** The row of buttons under the board. */
export function Actions({ game, shown, onStep, onFlip, onResign, onResult }: Props) {
  const [confirming, setConfirming] = useState(false);
  const atStart = shown === 0 || game.moves.length === 0;
  const resign = () => {
    setConfirming(false);
    onResign();
  };
  return (
    <div class="actions" role="toolbar" aria-label={t('actions')}>
      <Button icon="first" label={t('step-first')} disabled={atStart} onClick={() => onStep('first')} />
      <Button icon="back" label={t('step-back')} disabled={atStart} onClick={() => onStep('back')} />
      <Button
        icon="forward"
        label={t('step-forward')}
        disabled={shown === null}
        onClick={() => onStep('forward')}
      />
      <Button icon="last" label={t('step-last')} disabled={shown === null} onClick={() => onStep('last')} />
      <Button icon="flip" label={t('flip-board')} onClick={onFlip} />
      {game.phase === 'over' ? (
        <button type="button" class="text-action" data-action="result" onClick={onResult}>
          {t('result')}
        </button>
      ) : (
        <button
          type="button"
          class="text-action"
          data-action="resign"
          disabled={game.phase !== 'playing' || game.seat === 'spectator'}
          onClick={() => setConfirming(true)}
        >
          <Icon name="flag" />
          {t('resign')}
        </button>
      )}
      {confirming && (
        <Dialog title={t('resign-question')} onClose={() => setConfirming(false)}>
          <p>{t('resign-explained')}</p>
          <div class="dialog-buttons">
            <button type="button" onClick={() => setConfirming(false)}>
              {t('resign-no')}
            </button>
            <button type="button" class="danger" data-action="resign-yes" onClick={resign}>
              {t('resign-yes')}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

type ButtonProps = { icon: IconName; label: string; disabled?: boolean; onClick: () => void };

function Button({ icon, label, disabled = false, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      data-action={icon}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
