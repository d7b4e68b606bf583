import { useState } from 'preact/hooks';
import { t } from '../i18n/text';
import type { Connection } from '../session/connection';
import { Dialog } from '../ui/dialog';
import { Icon, type IconName } from '../ui/icons';
import type { Snapshot } from '../wire';
import type { Shown, StepTo } from './history';
import { More } from './more';
import { onlooks, withComputer } from './people';

type Props = {
  game: Snapshot;
  connection: Connection;
  me: string;
  shown: Shown;
  onStep: (to: StepTo) => void;
  onFlip: () => void;
  onResult: () => void;
};

type Asked = 'resign' | 'abort';

/** The row of buttons under the board. */
export function Actions({ game, connection, me, shown, onStep, onFlip, onResult }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const atStart = shown === 0 || game.moves.length === 0;
  const confirm = (what: Asked) => {
    setAsked(null);
    if (what === 'resign') connection.resign();
    else connection.abort();
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
      <More game={game} connection={connection} me={me} onAbort={() => setAsked('abort')} />
      {game.phase === 'over' ? (
        <button type="button" class="text-action" data-action="result" onClick={onResult}>
          {t('result')}
        </button>
      ) : (
        !onlooks(game, me) && (
          <button
            type="button"
            class="text-action"
            data-action="resign"
            disabled={!game.may.resign}
            onClick={() => setAsked('resign')}
          >
            <Icon name="flag" />
            {t('resign')}
          </button>
        )
      )}
      {asked === 'resign' && (
        <Question
          what="resign"
          title={t('resign-question')}
          text={t(withComputer(game) ? 'resign-explained' : 'table-resign-explained')}
          no={t('resign-no')}
          yes={t('resign-yes')}
          onNo={() => setAsked(null)}
          onYes={() => confirm('resign')}
        />
      )}
      {asked === 'abort' && (
        <Question
          what="abort"
          title={t('table-abort-question')}
          text={t('table-abort-explained')}
          no={t('resign-no')}
          yes={t('table-abort')}
          onNo={() => setAsked(null)}
          onYes={() => confirm('abort')}
        />
      )}
    </div>
  );
}

type QuestionProps = {
  what: Asked;
  title: string;
  text: string;
  no: string;
  yes: string;
  onNo: () => void;
  onYes: () => void;
};

function Question({ what, title, text, no, yes, onNo, onYes }: QuestionProps) {
  return (
    <Dialog title={title} onClose={onNo}>
      <p>{text}</p>
      <div class="dialog-buttons">
        <button type="button" onClick={onNo}>
          {no}
        </button>
        <button type="button" class="danger" data-action={`${what}-yes`} onClick={onYes}>
          {yes}
        </button>
      </div>
    </Dialog>
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
