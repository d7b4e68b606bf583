import { sideName, t } from '../i18n/text';
import type { Results, VariantInfo } from '../wire';
import { numberText, percentText } from './amounts';
import { Scroll } from './scroll';

/** The share of points: a draw is half of one. */
export function scoreOf({ won, drawn, lost }: Pick<Results, 'won' | 'drawn' | 'lost'>): number | null {
  const games = won + drawn + lost;
  return games === 0 ? null : (won + drawn / 2) / games;
}

/** Results of one player by game and colour. */
export function ResultsTable({ results, variants }: { results: Results[]; variants: VariantInfo[] }) {
  if (results.length === 0) return <p class="quiet-text">{t('results-none')}</p>;
  return (
    <Scroll label={t('results')}>
      <table class="data-table" data-results>
        <thead>
          <tr>
            <th scope="col">{t('game')}</th>
            <th scope="col">{t('colour-word')}</th>
            <th scope="col" class="number">
              {t('won')}
            </th>
            <th scope="col" class="number">
              {t('drawn')}
            </th>
            <th scope="col" class="number">
              {t('lost')}
            </th>
            <th scope="col" class="number">
              {t('score')}
            </th>
          </tr>
        </thead>
        <tbody>
          {results.map(line => {
            const score = scoreOf(line);
            return (
              <tr key={`${line.variant} ${line.side}`}>
                <th scope="row">{variants.find(({ id }) => id === line.variant)?.name ?? line.variant}</th>
                <td>
                  <span class="with-dot">
                    <span class={`colour-dot colour-${line.side}`} aria-hidden="true" />
                    {sideName(line.side)}
                  </span>
                </td>
                <td class="number">{numberText(line.won)}</td>
                <td class="number">{numberText(line.drawn)}</td>
                <td class="number">{numberText(line.lost)}</td>
                <td class="number">{score === null ? t('nothing') : percentText(score)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}
