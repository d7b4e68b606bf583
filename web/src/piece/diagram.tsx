import { Piece } from '../board/piece';
import { t } from '../i18n/text';
import type { Side } from '../wire';
import { type Mark, marksOf, type Pattern, type Reach, radius } from './betza';
import './piece.css';

const cell = 10;
const width = (2 * radius + 1) * cell;

const sign: Record<Mark, string> = {
  both: 'M0 -2.4A2.4 2.4 0 1 1 0 2.4A2.4 2.4 0 1 1 0 -2.4Z',
  move: 'M0 -1.9A1.9 1.9 0 1 1 0 1.9A1.9 1.9 0 1 1 0 -1.9Z',
  capture: 'M-2.3 -2.3L2.3 2.3M2.3 -2.3L-2.3 2.3',
  // Large and hollow: a square may be reached by a jump and freely as well.
  hop: 'M0 -4.3L4.3 0L0 4.3L-4.3 0ZM0 -2.6L2.6 0L0 2.6L-2.6 0Z',
  'hop-move': 'M0 -4.3L4.3 0L0 4.3L-4.3 0Z',
  'hop-capture': 'M0 -4.3L4.3 0L0 4.3L-4.3 0Z',
};

const Sign = ({ mark }: { mark: Mark }) => <path class={`sign sign-${mark}`} d={sign[mark]} />;

type Props = { pattern: Pattern; side: Side; kind: string };

/** The squares a piece reaches from the middle of an empty board, and what the signs mean. */
export function Diagram({ pattern, side, kind }: Props) {
  const { reaches, rays } = pattern;
  const marks = [...new Set(reaches.filter(({ initial }) => !initial).flatMap(marksOf))];
  return (
    <div class="diagram">
      <div class="diagram-board">
        <svg viewBox={`0 0 ${width} ${width}`} aria-hidden="true">
          {squares.map(({ column, row }) => (
            <rect
              key={`${column} ${row}`}
              class={(column + row) % 2 ? 'square-dark' : 'square-light'}
              x={column * cell}
              y={row * cell}
              width={cell}
              height={cell}
            />
          ))}
          <g transform={`translate(${width / 2} ${width / 2})`}>
            {rays.map(({ file, rank, hop }) => (
              <line
                key={`${file} ${rank}`}
                class={hop ? 'ray ray-hop' : 'ray'}
                x1={file * cell * 0.45}
                y1={-rank * cell * 0.45}
                x2={file * (width / 2)}
                y2={-rank * (width / 2)}
              />
            ))}
            {reaches.map(reach => (
              <g
                key={`${reach.file} ${reach.rank}`}
                transform={`translate(${reach.file * cell} ${-reach.rank * cell})`}
              >
                {marksOf(reach).map(mark => (
                  <Sign key={mark} mark={mark} />
                ))}
                {reach.initial && <circle class="sign-initial" r="4.1" />}
              </g>
            ))}
          </g>
        </svg>
        <Piece side={side} kind={kind} />
      </div>
      <ul class="legend">
        {marks.map(mark => (
          <LegendLine key={mark} text={t(`moves-${mark}`)}>
            <Sign mark={mark} />
          </LegendLine>
        ))}
        {rays.some(({ hop }) => !hop) && (
          <LegendLine text={t('moves-ray')}>
            <line class="ray" x1="-5" x2="5" />
          </LegendLine>
        )}
        {reaches.some(({ initial }) => initial) && (
          <LegendLine text={initialText(reaches)}>
            <Sign mark="move" />
            <circle class="sign-initial" r="4.1" />
          </LegendLine>
        )}
      </ul>
    </div>
  );
}

const initialText = (reaches: Reach[]) =>
  t(reaches.some(({ initial, capture }) => initial && capture) ? 'moves-initial' : 'moves-initial-quiet');

const squares = Array.from({ length: (2 * radius + 1) ** 2 }, (_, n) => ({
  column: n % (2 * radius + 1),
  row: Math.floor(n / (2 * radius + 1)),
}));

type LegendProps = { text: string; children: preact.ComponentChildren };

function LegendLine({ text, children }: LegendProps) {
  return (
    <li>
      <svg viewBox="-5 -5 10 10" aria-hidden="true">
        <rect class="square-light" x="-5" y="-5" width="10" height="10" />
        {children}
      </svg>
      {text}
    </li>
  );
}
