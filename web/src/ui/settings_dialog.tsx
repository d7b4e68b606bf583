import { ConfirmSetting } from '../game/confirm';
import { t } from '../i18n/text';
import { chooseOneClickTurn, oneClickTurn } from '../settings';
import { Dialog } from './dialog';

/** What a player may set; kept in this browser. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('settings')} onClose={onClose}>
      <label class="switch">
        <input
          type="checkbox"
          data-setting="one-click-turn"
          checked={oneClickTurn.value}
          onChange={event => chooseOneClickTurn(event.currentTarget.checked)}
        />
        <span>
          {t('setting-one-click-turn')}
          <span class="quiet-text">{t('setting-one-click-turn-explained')}</span>
        </span>
      </label>
      <ConfirmSetting />
      <div class="dialog-buttons">
        <button type="button" class="primary" data-action="close-settings" onClick={onClose}>
          {t('done')}
        </button>
      </div>
    </Dialog>
  );
}
