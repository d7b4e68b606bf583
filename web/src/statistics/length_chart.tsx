import { t } from '../i18n/text';
import { numberText } from '../ui/amounts';
import { along, scaleOf } from '../ui/scale';
import { Scroll } from '../ui/scroll';
import { useWidth } from '../ui/width';

const height = 200;
const left = 44;
const bottom = 22;
const top = 8;

/** Every range between the first and the last, empty ones too: a gap is to be seen. */
export function withoutGaps(lengths: [number, number][], step: number): [number, number][] {
  const counts = new Map(lengths);
  const last = Math.max(...counts.keys());
  const filled: [number, number][] = [];
  for (let low = 0; low <= last; low += step) filled.push([low, counts.get(low) ?? 0]);
  return filled;
}

/** Plies of a range; the server counts in tens. */
const step = 10;

/** How long games last, as bars and as a table. */
export function LengthChart({ lengths }: { lengths: [number, number][] }) {
  if (lengths.length === 0) return <p class="quiet-text">{t('statistics-none')}</p>;
  return <Chart lengths={lengths} />;
}

function Chart({ lengths }: { lengths: [number, number][] }) {
  const [figure, width] = useWidth<HTMLElement>(600);
  const bars = withoutGaps(lengths, step);
  const games = bars.reduce((sum, [, count]) => sum + count, 0);
  const scale = scaleOf([0, ...bars.map(([, count]) => count)]);
  const [most] = bars.toSorted(([, a], [, b]) => b - a);
  const band = (width - left - 8) / bars.length;
  const y = (count: number) => top + (1 - along(count, scale)) * (height - bottom - top);
  const every = Math.ceil((bars.length * 40) / width);
  const range = (low: number) => t('length-range', { low, high: low + step - 1 });
  return (
    <figure class="chart" ref={figure}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('length-summary', { games, most: range(most?.[0] ?? 0), count: most?.[1] ?? 0 })}
      >
        {scale.ticks.map(tick => (
          <g key={tick}>
            <line class="chart-line" x1={left} x2={width - 8} y1={y(tick)} y2={y(tick)} />
            <text x={left - 6} y={y(tick) + 4} text-anchor="end">
              {numberText(tick)}
            </text>
          </g>
        ))}
        {bars.map(([low, count], index) => (
          <rect
            key={low}
            class="chart-bar"
            x={left + index * band + band * 0.1}
            width={band * 0.8}
            y={y(count)}
            height={height - bottom - y(count)}
          />
        ))}
        {bars.map(
          ([low], index) =>
            index % every === 0 && (
              <text key={low} x={left + index * band} y={height - 6}>
                {low}
              </text>
            ),
        )}
      </svg>
      <details class="card-details">
        <summary>{t('as-table')}</summary>
        <Scroll label={t('by-length')}>
          <table class="data-table">
            <caption class="sr-only">{t('by-length')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('length-plies')}</th>
                <th scope="col" class="number">
                  {t('games')}
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map(([low, count]) => (
                <tr key={low}>
                  <th scope="row">{range(low)}</th>
                  <td class="number">{numberText(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </details>
    </figure>
  );
}
