import { t } from '../i18n/text';
import type { RatingInfo } from '../wire';
import { dateText } from './amounts';
import { along, scaleOf } from './scale';
import { Scroll } from './scroll';
import { useWidth } from './width';

const height = 200;
const left = 44;
const bottom = 22;
const inside = height - bottom - 8;

/** A rating after each of the last games, as a line and as a table. */
export function RatingGraph({ rating, title }: { rating: RatingInfo; title: string }) {
  if (rating.graph.length < 2) return <p class="quiet-text">{t('graph-too-short')}</p>;
  return <Graph graph={rating.graph} title={title} />;
}

function Graph({ graph, title }: { graph: RatingInfo['graph']; title: string }) {
  const [figure, width] = useWidth<HTMLElement>(600);
  const values = graph.map(([, value]) => value);
  const scale = scaleOf(values);
  // Games stand side by side: by time, busy evenings would be a single stroke.
  const x = (index: number) => left + (index / (graph.length - 1)) * (width - left - 8);
  const y = (value: number) => 8 + (1 - along(value, scale)) * inside;
  const [first, last] = [graph[0], graph.at(-1)];
  const summary = t('graph-summary', {
    title,
    games: graph.length,
    from: first?.[1] ?? 0,
    to: last?.[1] ?? 0,
    lowest: Math.min(...values),
    highest: Math.max(...values),
  });
  return (
    <figure class="chart" ref={figure}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
        {scale.ticks.map(tick => (
          <g key={tick}>
            <line class="chart-line" x1={left} x2={width - 8} y1={y(tick)} y2={y(tick)} />
            <text x={left - 6} y={y(tick) + 4} text-anchor="end">
              {tick}
            </text>
          </g>
        ))}
        <polyline
          class="chart-stroke"
          points={graph.map(([, value], index) => `${x(index)},${y(value)}`).join(' ')}
        />
        {last && <circle class="chart-end" cx={x(graph.length - 1)} cy={y(last[1])} r={4} />}
        {first && (
          <text x={left} y={height - 4}>
            {dateText(first[0])}
          </text>
        )}
        {last && (
          <text x={width - 8} y={height - 4} text-anchor="end">
            {dateText(last[0])}
          </text>
        )}
      </svg>
      <details class="card-details">
        <summary>{t('as-table')}</summary>
        <Scroll label={title}>
          <table class="data-table">
            <caption class="sr-only">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{t('date')}</th>
                <th scope="col">{t('rating-word')}</th>
              </tr>
            </thead>
            <tbody>
              {graph.toReversed().map(([at, value]) => (
                <tr key={at}>
                  <td>{dateText(at)}</td>
                  <td class="number">{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </details>
    </figure>
  );
}
