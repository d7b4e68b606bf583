import { useState } from 'preact/hooks';
import { errorText, t } from '../i18n/text';
import { lobby } from '../people_api';
import { go } from '../router';
import { clockText, speeds } from '../ui/clock_text';
import { ErrorLine, useAction } from '../ui/form';
import { PlayerLink } from '../ui/player_link';
import type { Me, Proposal, VariantInfo } from '../wire';
import { colourOfOther, rangeText } from './conditions_text';
import { withdraw } from './promise';

export type SeekFilter = { variant: string; speed: string; rated: string };

export const noFilter: SeekFilter = { variant: '', speed: '', rated: '' };

/** The seeks that a filter lets through; an empty part lets all through. */
export function filtered(seeks: Proposal[], { variant, speed, rated }: SeekFilter): Proposal[] {
  return seeks.filter(
    seek =>
      (variant === '' || seek.conditions.variant === variant) &&
      (speed === '' || seek.speed === speed) &&
      (rated === '' || seek.conditions.rated === (rated === 'rated')),
  );
}

type Props = { seeks: Proposal[]; variants: VariantInfo[]; me: Me; onChanged: () => void };

/** Open games: everybody's seeks, each acceptable or with the reason why not. */
export function Seeks({ seeks, variants, me, onChanged }: Props) {
  const [filter, setFilter] = useState<SeekFilter>(noFilter);
  const action = useAction();
  const shown = filtered(seeks, filter);

  const accept = (id: string) =>
    void action.run(async () => {
      try {
        const { id: game } = await lobby.accept(id);
        go(`/game/${game}`);
      } finally {
        onChanged();
      }
    });

  const remove = (id: string) =>
    void action.run(async () => {
      await withdraw(id);
      onChanged();
    });

  return (
    <section aria-labelledby="open-games" class="stack" data-part="seeks">
      <h2 id="open-games">{t('seeks')}</h2>
      <Filter filter={filter} seeks={seeks} variants={variants} onChange={setFilter} />
      <ErrorLine error={action.error} />
      {shown.length === 0 ? (
        <p class="quiet-text">{t(seeks.length === 0 ? 'seeks-none' : 'seeks-none-such')}</p>
      ) : (
        <div class="seeks">
          <table class="data-table stacked">
            <thead>
              <tr>
                <th scope="col">{t('player')}</th>
                <th scope="col">{t('game')}</th>
                <th scope="col">{t('clock')}</th>
                <th scope="col">{t('kind-of-game')}</th>
                <th scope="col">{t('colour')}</th>
                <th scope="col">
                  <span class="sr-only">{t('accept')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(seek => (
                <Seek
                  key={seek.id}
                  seek={seek}
                  variants={variants}
                  own={seek.by.id === me.id}
                  busy={action.busy}
                  onAccept={() => accept(seek.id)}
                  onWithdraw={() => remove(seek.id)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

type SeekProps = {
  seek: Proposal;
  variants: VariantInfo[];
  own: boolean;
  busy: boolean;
  onAccept: () => void;
  onWithdraw: () => void;
};

function Seek({ seek, variants, own, busy, onAccept, onWithdraw }: SeekProps) {
  const { conditions, by, id } = seek;
  const game = variants.find(variant => variant.id === conditions.variant)?.name ?? conditions.variant;
  const colour = own ? conditions.colour : colourOfOther(conditions.colour);
  const reason = own || seek.acceptable ? '' : refusalText(seek);
  const range = rangeText(seek);
  return (
    <tr data-seek={id}>
      <td data-label={t('player')}>
        <PlayerLink player={by} />
      </td>
      <td data-label={t('game')}>
        {game}
        {conditions.number !== undefined && (
          <span class="quiet-text block">{t('start-number', { number: conditions.number })}</span>
        )}
      </td>
      <td data-label={t('clock')}>
        {clockText(conditions.clock)} <span class="quiet-text">{t(`speed-${seek.speed}`)}</span>
      </td>
      <td data-label={t('kind-of-game')}>
        {t(conditions.rated ? 'rated' : 'casual')}
        {range !== '' && <span class="quiet-text block">{range}</span>}
      </td>
      <td data-label={t('colour')}>
        <span class="with-dot">
          <span class={`colour-dot colour-${colour}`} aria-hidden="true" />
          {t(`colour-${colour}`)}
        </span>
      </td>
      <td class="cell-action">
        {own ? (
          <button type="button" disabled={busy} onClick={onWithdraw} data-action="withdraw">
            {t('withdraw')}
          </button>
        ) : (
          <button
            type="button"
            class="primary"
            data-action="accept"
            disabled={busy || !seek.acceptable}
            aria-label={t('accept-of', { name: by.name })}
            aria-describedby={reason === '' ? undefined : `refusal-${id}`}
            onClick={onAccept}
          >
            {t('accept')}
          </button>
        )}
        {reason !== '' && (
          <span id={`refusal-${id}`} class="quiet-text block" data-refusal={seek.refusal}>
            {reason}
          </span>
        )}
      </td>
    </tr>
  );
}

/** Why the one who asks cannot accept, in words. */
export function refusalText({ refusal, lowest, highest }: Proposal): string {
  const params = { lowest: String(lowest ?? ''), highest: String(highest ?? '') };
  return errorText({ code: refusal ?? 'not_acceptable', params });
}

type FilterProps = {
  filter: SeekFilter;
  seeks: Proposal[];
  variants: VariantInfo[];
  onChange: (filter: SeekFilter) => void;
};

function Filter({ filter, seeks, variants, onChange }: FilterProps) {
  const present = variants.filter(({ id }) => seeks.some(({ conditions }) => conditions.variant === id));
  return (
    <fieldset class="row filter" aria-label={t('filter')}>
      <label class="field">
        <span>{t('game')}</span>
        <select
          name="seek-variant"
          value={filter.variant}
          onChange={event => onChange({ ...filter, variant: event.currentTarget.value })}
        >
          <option value="">{t('all')}</option>
          {present.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t('speed')}</span>
        <select
          name="seek-speed"
          value={filter.speed}
          onChange={event => onChange({ ...filter, speed: event.currentTarget.value })}
        >
          <option value="">{t('all')}</option>
          {speeds.map(speed => (
            <option key={speed} value={speed}>
              {t(`speed-${speed}`)}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t('kind-of-game')}</span>
        <select
          name="seek-rated"
          value={filter.rated}
          onChange={event => onChange({ ...filter, rated: event.currentTarget.value })}
        >
          <option value="">{t('all')}</option>
          <option value="rated">{t('rated')}</option>
          <option value="casual">{t('casual')}</option>
        </select>
      </label>
    </fieldset>
  );
}
