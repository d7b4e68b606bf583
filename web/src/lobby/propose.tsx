import { useState } from 'preact/hooks';
import { t } from '../i18n/text';
import { clockText, sameClock, speedOf } from '../ui/clock_text';
import { Form, TextField, useAction } from '../ui/form';
import type { Clock, Me, Proposal, VariantInfo } from '../wire';
import { ArrayChoice } from './array_choice';
import {
  challengeOf,
  clockOf,
  type Draft,
  isRated,
  type Sort,
  seekOf,
  sorts,
  storeDraft,
  storedDraft,
  withClock,
} from './draft';
import { challenge, seek } from './promise';
import { colours } from './wish';

type Props = {
  me: Me;
  variants: VariantInfo[];
  /** Clocks to choose with one click. */
  clocks: Clock[];
  /** The one player it is for, where that is settled. */
  opponent?: string;
  onProposed: (proposal: Proposal) => void;
};

const daysOffered = [1, 2, 3, 5, 7, 10, 14];

/** The form for an open game, a challenge or an invitation. */
export function Propose({ me, variants, clocks, opponent, onProposed }: Props) {
  const guest = me.kind === 'guest';
  const [draft, setDraft] = useState<Draft>(() => {
    const stored = storedDraft();
    const known = variants.some(({ id }) => id === stored.variant);
    return {
      ...stored,
      variant: known ? stored.variant : (variants[0]?.id ?? ''),
      ...(opponent !== undefined && { sort: 'player', opponent }),
      ...(guest && { sort: 'link' }),
    };
  });
  const action = useAction();
  const variant = variants.find(({ id }) => id === draft.variant);
  const change = (part: Partial<Draft>) => setDraft(old => ({ ...old, ...part }));

  const submit = async () => {
    storeDraft(draft);
    const made =
      draft.sort === 'seek'
        ? await seek(seekOf(draft), me.id)
        : await challenge(challengeOf(draft, guest), me.id);
    onProposed(made);
  };

  if (!variant) return null;
  return (
    <Form name="propose" action={action} onSubmit={submit} submit={t(`propose-${draft.sort}`)}>
      {opponent === undefined && !guest && <Sorts value={draft.sort} onChange={sort => change({ sort })} />}
      {opponent === undefined && draft.sort === 'player' && (
        <TextField
          label={t('opponent-name')}
          name="opponent"
          value={draft.opponent}
          onInput={name => change({ opponent: name })}
          maxLength={20}
          required
        />
      )}
      <label class="field">
        <span>{t('game')}</span>
        <select
          name="variant"
          value={draft.variant}
          onChange={event => change({ variant: event.currentTarget.value, set: null, number: null })}
        >
          {variants.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <ClockFields draft={draft} clocks={clocks} onChange={setDraft} />
      <div class="row">
        <fieldset class="field">
          <legend>{t('colour')}</legend>
          <div class="segments">
            {colours.map(colour => (
              <button
                key={colour}
                type="button"
                data-own-colour={colour}
                aria-pressed={colour === draft.colour}
                onClick={() => change({ colour })}
              >
                <span class={`colour-dot colour-${colour}`} aria-hidden="true" />
                {t(`colour-${colour}`)}
              </button>
            ))}
          </div>
        </fieldset>
        <label class="switch">
          <input
            type="checkbox"
            name="rated"
            checked={isRated(draft, guest)}
            disabled={guest || draft.number !== null}
            onChange={event => change({ rated: event.currentTarget.checked })}
          />
          <span>
            {t('rated')}
            {guest && <span class="quiet-text">{t('rated-needs-account')}</span>}
          </span>
        </label>
      </div>
      {draft.sort === 'seek' && <Range draft={draft} onChange={change} />}
      {variant.sets.length > 0 && (
        <ArrayChoice
          variant={variant}
          value={{
            ...(draft.set !== null && { set: draft.set }),
            ...(draft.number !== null && { number: draft.number }),
          }}
          onChange={({ set, number }) => change({ set: set ?? null, number: number ?? null })}
        />
      )}
      {draft.sort === 'link' && <p class="quiet-text">{t('link-explained')}</p>}
    </Form>
  );
}

function Sorts({ value, onChange }: { value: Sort; onChange: (sort: Sort) => void }) {
  return (
    <fieldset class="field">
      <legend>{t('propose-to')}</legend>
      <div class="segments">
        {sorts.map(sort => (
          <button
            key={sort}
            type="button"
            data-sort={sort}
            aria-pressed={sort === value}
            onClick={() => onChange(sort)}
          >
            {t(`propose-to-${sort}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

type ClockProps = { draft: Draft; clocks: Clock[]; onChange: (draft: Draft) => void };

function ClockFields({ draft, clocks, onChange }: ClockProps) {
  const clock = clockOf(draft);
  const number = (name: 'minutes' | 'increment' | 'delay', min: number, max: number, step: number) => (
    <label class="field">
      <span>{t(`clock-${name}`)}</span>
      <input
        class="short"
        type="number"
        name={name}
        inputMode="decimal"
        min={min}
        max={max}
        step={step}
        value={draft[name]}
        required
        onInput={event => onChange({ ...draft, [name]: Number(event.currentTarget.value) })}
      />
    </label>
  );
  return (
    <fieldset class="field parts">
      <legend>{t('clock')}</legend>
      <div class="segments">
        {(['live', 'days'] as const).map(pace => (
          <button
            key={pace}
            type="button"
            data-pace={pace}
            aria-pressed={pace === draft.pace}
            onClick={() => onChange({ ...draft, pace })}
          >
            {t(`pace-${pace}`)}
          </button>
        ))}
      </div>
      {draft.pace === 'days' ? (
        <label class="field">
          <span>{t('clock-days-label')}</span>
          <select
            name="days"
            value={draft.days}
            onChange={event => onChange({ ...draft, days: Number(event.currentTarget.value) })}
          >
            {[...new Set([...daysOffered, draft.days])]
              .sort((a, b) => a - b)
              .map(days => (
                <option key={days} value={days}>
                  {t('clock-days', { days })}
                </option>
              ))}
          </select>
        </label>
      ) : (
        <>
          <div class="row">
            {number('minutes', 0.5, 180, 0.5)}
            {number('increment', 0, 180, 1)}
            {number('delay', 0, 180, 1)}
          </div>
          <div class="chips">
            {clocks
              .filter(({ kind }) => kind === 'live')
              .map(offered => (
                <button
                  key={clockText(offered)}
                  type="button"
                  class="chip"
                  aria-pressed={sameClock(offered, clock)}
                  onClick={() => onChange(withClock(draft, offered))}
                >
                  {clockText(offered)}
                </button>
              ))}
          </div>
        </>
      )}
      <p class="quiet-text">{t('clock-is', { speed: t(`speed-${speedOf(clock)}`) })}</p>
    </fieldset>
  );
}

/** Whom an open game is for, by rating. */
function Range({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  const bound = (name: 'lowest' | 'highest') => (
    <label class="field">
      <span>{t(`rating-${name}`)}</span>
      <input
        class="short"
        type="number"
        name={name}
        inputMode="numeric"
        min={0}
        max={4000}
        placeholder={t('any')}
        value={draft[name] ?? ''}
        onInput={event => {
          const text = event.currentTarget.value;
          onChange({ [name]: text === '' ? null : Number(text) });
        }}
      />
    </label>
  );
  return (
    <div class="row">
      {bound('lowest')}
      {bound('highest')}
    </div>
  );
}
