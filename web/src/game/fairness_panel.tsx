import { t } from '../i18n/text';
import type { Snapshot } from '../wire';

/** The server's promise about the draw, and after the end the way to check it. */
export function FairnessPanel({ game }: { game: Snapshot }) {
  return (
    <div class="fairness">
      <p>{t('fairness-intro')}</p>
      <dl>
        <dt>{t('fairness-commitment')}</dt>
        <dd>
          <code data-commitment>{game.commitment}</code>
        </dd>
      </dl>
      {game.phase === 'over' ? (
        <a class="button primary" href={`/verify?game=${encodeURIComponent(game.id)}`} data-action="verify">
          {t('fairness-verify')}
        </a>
      ) : (
        <p class="quiet-text">{t('fairness-later')}</p>
      )}
      <p class="quiet-text">{t('fairness-limits')}</p>
    </div>
  );
}
