import { t } from '../i18n/text';
import { numberText, percentText } from '../ui/amounts';
import { Scroll } from '../ui/scroll';
import type { Tally } from '../wire';
import { gamesOf, sharesOf } from './tally';

/** White, draws and Black as one bar; its words say the same. */
export function TallyBar({ tally }: { tally: Tally }) {
  const { white, draws, black } = sharesOf(tally);
  const label = t('tally-text', {
    white: percentText(white),
    draws: percentText(draws),
    black: percentText(black),
  });
  if (gamesOf(tally) === 0) return <span class="quiet-text">{t('nothing')}</span>;
  return (
    <svg class="tally-bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={label}>
      <title>{label}</title>
      <rect class="tally-white" x={0} y={0} width={white * 100} height={10} />
      <rect class="tally-draws" x={white * 100} y={0} width={draws * 100} height={10} />
      <rect class="tally-black" x={(white + draws) * 100} y={0} width={black * 100} height={10} />
    </svg>
  );
}

type Props = {
  caption: string;
  /** What the first column names. */
  head: string;
  rows: [name: string, tally: Tally][];
  /** How many rows are shown at once; the others on demand. */
  atOnce?: number;
};

/** Tallies in numbers and percent, a bar beside each. */
export function TallyTable({ caption, head, rows, atOnce = 12 }: Props) {
  if (rows.length === 0) return <p class="quiet-text">{t('statistics-none')}</p>;
  const more = rows.slice(atOnce);
  return (
    <>
      <Table caption={caption} head={head} rows={rows.slice(0, atOnce)} />
      {more.length > 0 && (
        <details class="card-details">
          <summary>{t('rows-more', { count: more.length })}</summary>
          <Table caption={caption} head={head} rows={more} />
        </details>
      )}
    </>
  );
}

function Table({ caption, head, rows }: Omit<Props, 'atOnce'>) {
  return (
    <Scroll label={caption}>
      <table class="data-table tally-table">
        <caption class="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" class="number">
              {t('games')}
            </th>
            <th scope="col" class="number">
              {t('side-white')}
            </th>
            <th scope="col" class="number">
              {t('draws')}
            </th>
            <th scope="col" class="number">
              {t('side-black')}
            </th>
            <th scope="col" class="tally-cell">
              <span class="sr-only">{t('shares')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, tally]) => (
            <Row key={name} name={name} tally={tally} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Row({ name, tally }: { name: string; tally: Tally }) {
  const shares = sharesOf(tally);
  const cell = (count: number, share: number) => (
    <td class="number">
      {numberText(count)}
      <span class="quiet-text block">{percentText(share)}</span>
    </td>
  );
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">{numberText(gamesOf(tally))}</td>
      {cell(tally.white, shares.white)}
      {cell(tally.draws, shares.draws)}
      {cell(tally.black, shares.black)}
      <td class="tally-cell">
        <TallyBar tally={tally} />
      </td>
    </tr>
  );
}
