import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../i18n/text';
import { byInterest } from '../lobby/lobby';
import { people } from '../people_api';
import { go } from '../router';
import { numberText, percentText } from '../ui/amounts';
import { speeds } from '../ui/clock_text';
import { Loaded, useLoaded } from '../ui/load';
import { useTitle } from '../ui/title';
import type { Statistics, Tally, VariantInfo } from '../wire';
import { LengthChart } from './length_chart';
import { few, gamesOf, sharesOf, whiteScore } from './tally';
import { TallyBar, TallyTable } from './tally_bar';

type Bounds = { speed: string; low: number | undefined; high: number | undefined };

type Props = { variant: string | null; variants: VariantInfo[] };

/** How the games of one kind end. */
export function StatisticsPage({ variant, variants }: Props) {
  const sorted = byInterest(variants);
  const chosen = variant === null ? sorted[0] : sorted.find(({ id }) => id === variant);
  const [bounds, setBounds] = useState<Bounds>({ speed: '', low: undefined, high: undefined });
  const { speed, low, high } = bounds;
  const id = chosen?.id ?? variant ?? '';
  const loaded = useLoaded(`statistics ${id} ${speed} ${low} ${high}`, () =>
    people.statistics(id, {
      speed,
      ...(low !== undefined && { low }),
      ...(high !== undefined && { high }),
    }),
  );
  const name = chosen?.name ?? id;
  useTitle(t('statistics-of', { game: name }));
  return (
    <main tabIndex={-1} class="page">
      <h1>{t('statistics-of', { game: name })}</h1>
      <div class="row panel filter">
        <label class="field">
          <span>{t('game')}</span>
          <select
            name="variant"
            value={id}
            onChange={event => go(`/statistics/${event.currentTarget.value}`)}
          >
            {sorted.map(one => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t('speed')}</span>
          <select
            name="speed"
            value={speed}
            onChange={event => setBounds({ ...bounds, speed: event.currentTarget.value })}
          >
            <option value="">{t('all')}</option>
            {speeds.map(one => (
              <option key={one} value={one}>
                {t(`speed-${one}`)}
              </option>
            ))}
          </select>
        </label>
        <RatingBound name="low" value={low} onChange={value => setBounds({ ...bounds, low: value })} />
        <RatingBound name="high" value={high} onChange={value => setBounds({ ...bounds, high: value })} />
      </div>
      <Loaded of={loaded}>{statistics => <Tables statistics={statistics} />}</Loaded>
      <p>
        <a href={`/archive?variant=${encodeURIComponent(id)}`}>{t('statistics-games')}</a>
      </p>
    </main>
  );
}

type BoundProps = {
  name: 'low' | 'high';
  value: number | undefined;
  onChange: (value: number | undefined) => void;
};

function RatingBound({ name, value, onChange }: BoundProps) {
  return (
    <label class="field">
      <span>{t(`rating-bound-${name}`)}</span>
      <input
        class="short"
        type="number"
        name={name}
        inputMode="numeric"
        min={0}
        max={4000}
        step={100}
        placeholder={t('any')}
        value={value ?? ''}
        onChange={event => {
          const text = event.currentTarget.value;
          onChange(text === '' ? undefined : Number(text));
        }}
      />
    </label>
  );
}

function Tables({ statistics }: { statistics: Statistics }) {
  const { all, by_speed, by_rating, by_array, by_length, by_first_move } = statistics;
  const games = gamesOf(all);
  if (games === 0) return <p class="quiet-text">{t('statistics-none')}</p>;
  const named = <K,>(rows: [K, Tally][], name: (key: K) => string): [string, Tally][] =>
    rows.map(([key, tally]) => [name(key), tally]);
  return (
    <>
      <Whole tally={all} />
      <div class="columns">
        <Part id="by-speed" title={t('by-speed')}>
          <TallyTable
            caption={t('by-speed')}
            head={t('speed')}
            rows={named(by_speed, speed => t(`speed-${speed}`))}
          />
        </Part>
        <Part id="by-rating" title={t('by-rating')}>
          <p class="quiet-text">{t('by-rating-explained')}</p>
          <TallyTable
            caption={t('by-rating')}
            head={t('rating-word')}
            rows={named(by_rating, low => t('rating-band', { low, high: low + 199 }))}
          />
        </Part>
        {by_array.length > 0 && (
          <Part id="by-array" title={t('by-array')}>
            <p class="quiet-text">{t('by-array-explained', { few })}</p>
            <TallyTable
              caption={t('by-array')}
              head={t('array')}
              rows={named(by_array, number => t('array-named', { number }))}
            />
            <Favours arrays={by_array} />
          </Part>
        )}
        <Part id="by-first-move" title={t('by-first-move')}>
          <TallyTable
            caption={t('by-first-move')}
            head={t('first-move')}
            rows={named(by_first_move, move => move)}
          />
        </Part>
        <Part id="by-length" title={t('by-length')}>
          <LengthChart lengths={by_length} />
        </Part>
      </div>
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section class="panel" aria-labelledby={id} data-part={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** The whole at the top: three numbers and one bar. */
function Whole({ tally }: { tally: Tally }) {
  const shares = sharesOf(tally);
  const part = (name: 'white' | 'draws' | 'black', title: string) => (
    <div>
      <dt>
        <span class={`tally-key tally-${name}`} aria-hidden="true" />
        {title}
      </dt>
      <dd>
        <strong>{percentText(shares[name])}</strong> <span class="quiet-text">{numberText(tally[name])}</span>
      </dd>
    </div>
  );
  return (
    <section class="panel" data-part="whole" aria-label={t('statistics-whole')}>
      <p>{t('statistics-count', { games: gamesOf(tally) })}</p>
      <dl class="figures">
        {part('white', t('result-white'))}
        {part('draws', t('draws'))}
        {part('black', t('result-black'))}
      </dl>
      <TallyBar tally={tally} />
    </section>
  );
}

/** The start positions that were best for either side, among those played often enough. */
function Favours({ arrays }: { arrays: [number, Tally][] }) {
  const sure = arrays
    .filter(([, tally]) => gamesOf(tally) >= few)
    .toSorted(([, a], [, b]) => whiteScore(b) - whiteScore(a));
  const [best, worst] = [sure[0], sure.at(-1)];
  if (!best || !worst || best === worst) return null;
  const line = ([number, tally]: [number, Tally]) => ({ number, score: percentText(whiteScore(tally)) });
  return (
    <p>
      {t('array-favours-white', line(best))} {t('array-favours-black', line(worst))}
    </p>
  );
}
