import { errorText, sideName, t } from '../i18n/text';
import type { Knowledge, Viewer } from './knowledge';

function viewerName(viewer: Viewer): string {
  if (viewer === 'truth') return t('table-knowledge-truth');
  return viewer === 'spectator' ? t('table-knowledge-public') : sideName(viewer);
}

/** Chooses by whose knowledge a finished game is stepped through. */
export function KnowledgeChooser({ knowledge }: { knowledge: Knowledge }) {
  if (knowledge.viewers.length === 0) return null;
  return (
    <div class="knowledge">
      <fieldset class="field">
        <legend>{t('table-knowledge')}</legend>
        <span class="segments">
          {knowledge.viewers.map(viewer => (
            <button
              key={viewer}
              type="button"
              aria-pressed={knowledge.of === viewer}
              data-action={viewer === 'truth' ? 'truth' : undefined}
              data-knowledge={viewer}
              onClick={() => knowledge.choose(viewer)}
            >
              {viewerName(viewer)}
            </button>
          ))}
        </span>
      </fieldset>
      {knowledge.error && <p role="alert">{errorText(knowledge.error)}</p>}
    </div>
  );
}
