import { useEffect, useState } from 'preact/hooks';
import { errorOf } from '../api';
import { t } from '../i18n/text';
import { people } from '../people_api';
import { replace } from '../router';
import { speeds } from '../ui/clock_text';
import { ErrorLine } from '../ui/form';
import { GameTiles } from '../ui/game_tile';
import { useTitle } from '../ui/title';
import type { ErrorBody, GameCard, VariantInfo } from '../wire';
import { askedBy, type Filter, filterOf, hrefOf, results } from './filter';

/** Finished public games. The address says which, so that a search can be passed on. */
export function ArchivePage({ search, variants }: { search: string; variants: VariantInfo[] }) {
  const filter = filterOf(search);
  useTitle(t('archive-title'));
  return (
    <main tabIndex={-1} class="page">
      <h1>{t('archive-title')}</h1>
      <FilterForm search={search} variants={variants} />
      <Games key={`games ${search}`} filter={filter} variants={variants} />
    </main>
  );
}

type GamesProps = { filter: Filter; variants: VariantInfo[] };

function Games({ filter, variants }: GamesProps) {
  const [games, setGames] = useState<GameCard[] | null>(null);
  const [next, setNext] = useState<string | undefined>();
  const [error, setError] = useState<ErrorBody | null>(null);
  const [busy, setBusy] = useState(false);

  const load = async (before?: string) => {
    setBusy(true);
    setError(null);
    try {
      const page = await people.archive({ ...askedBy(filter), ...(before !== undefined && { before }) });
      setGames(old => [...(before === undefined ? [] : (old ?? [])), ...page.games]);
      setNext(page.next);
    } catch (cause) {
      setError(errorOf(cause));
    } finally {
      setBusy(false);
    }
  };

  useEffect(() => void load(), []);

  return (
    <section
      aria-label={t('games')}
      aria-busy={busy}
      class="stack"
      data-archive={games ? 'loaded' : 'loading'}
    >
      <ErrorLine error={error} />
      {games ? (
        <GameTiles games={games} variants={variants} none={t('archive-none')} />
      ) : (
        !error && <p class="quiet-text">{t('loading')}</p>
      )}
      {(next !== undefined || error) && (
        <button
          type="button"
          class="fit"
          data-action="older"
          disabled={busy}
          onClick={() => void load(games ? next : undefined)}
        >
          {t(error ? 'try-again' : 'archive-older')}
        </button>
      )}
    </section>
  );
}

function FilterForm({ search, variants }: { search: string; variants: VariantInfo[] }) {
  const [draft, setDraft] = useState(() => filterOf(search));
  // The address may change by other ways than this form: the browser's back button, a link.
  useEffect(() => setDraft(filterOf(search)), [search]);
  const change = (part: Partial<Filter>, now = true) => {
    const wanted = { ...draft, ...part };
    setDraft(wanted);
    if (now) replace(hrefOf(wanted));
  };
  const choice = (
    name: 'variant' | 'result' | 'speed' | 'rated',
    label: string,
    options: [value: string, text: string][],
  ) => (
    <label class="field">
      <span>{label}</span>
      <select
        name={name}
        value={draft[name]}
        onChange={event => change({ [name]: event.currentTarget.value })}
      >
        <option value="">{t('all')}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  const day = (name: 'from' | 'to') => (
    <label class="field">
      <span>{t(`archive-${name}`)}</span>
      <input
        type="date"
        name={name}
        value={draft[name]}
        onChange={event => change({ [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <form
      class="row panel filter"
      data-form="archive"
      onSubmit={event => {
        event.preventDefault();
        change({});
      }}
    >
      {choice(
        'variant',
        t('game'),
        variants.map(({ id, name }) => [id, name]),
      )}
      <label class="field">
        <span>{t('player')}</span>
        <input
          name="player"
          maxLength={20}
          autocapitalize="none"
          autocomplete="off"
          value={draft.player}
          onInput={event => change({ player: event.currentTarget.value }, false)}
          onChange={() => change({})}
        />
      </label>
      {choice(
        'result',
        t('result'),
        results.map(result => [result, t(`result-${result}`)]),
      )}
      {choice(
        'speed',
        t('speed'),
        [...speeds, 'untimed' as const].map(speed => [speed, t(`speed-${speed}`)]),
      )}
      {choice('rated', t('kind-of-game'), [
        ['true', t('rated')],
        ['false', t('casual')],
      ])}
      {day('from')}
      {day('to')}
      <button type="submit" class="primary">
        {t('search')}
      </button>
      <a class="button" href="/archive">
        {t('filter-clear')}
      </a>
    </form>
  );
}
