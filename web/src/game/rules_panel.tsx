import { useEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../api';
import { language } from '../i18n/language';
import { t } from '../i18n/text';
import { KindsRow } from '../piece/kinds_row';
import type { RulesPage, Seat, VariantInfo } from '../wire';
import { RulesBoard } from './rules_board';
import { partsOf } from './rules_text';

const pages = new Map<string, Promise<RulesPage>>();

function pageOf(variant: string, lang: string): Promise<RulesPage> {
  const key = `${variant} ${lang}`;
  const known = pages.get(key);
  if (known) return known;
  const asked = api.rules(variant, lang);
  pages.set(key, asked);
  asked.catch(() => pages.delete(key));
  return asked;
}

/** "How this game works", from the game's own companion page. */
export function RulesPanel({ variant, seat }: { variant: VariantInfo; seat: Seat }) {
  const wanted = language.value;
  const lang = variant.rules_languages.includes(wanted) ? wanted : variant.rules_languages[0];
  const [page, setPage] = useState<RulesPage | null>(null);
  useEffect(() => {
    let current = true;
    setPage(null);
    if (lang)
      pageOf(variant.id, lang).then(
        found => current && setPage(found),
        () => current && setPage(null),
      );
    return () => {
      current = false;
    };
  }, [variant.id, lang]);
  return (
    <article class="rules">
      <h2>{t('rules-title')}</h2>
      {page ? (
        <RulesText page={page} variant={variant} />
      ) : (
        <p class="quiet-text">{lang ? t('loading') : t('rules-missing')}</p>
      )}
      <KindsRow variant={variant} seat={seat} />
    </article>
  );
}

function RulesText({ page, variant }: { page: RulesPage; variant: VariantInfo }) {
  const parts = useMemo(() => partsOf(page.html), [page]);
  return (
    <div class="rules-text" lang={page.lang}>
      {parts.map((part, index) =>
        typeof part === 'string' ? (
          // The host's own page, rendered and escaped by the server.
          <div key={index} class="rules-part" dangerouslySetInnerHTML={{ __html: part }} />
        ) : (
          <RulesBoard key={index} block={part} variant={variant} />
        ),
      )}
    </div>
  );
}
