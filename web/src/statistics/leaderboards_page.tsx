import { t } from '../i18n/text';
import { byInterest } from '../lobby/lobby';
import { people } from '../people_api';
import { go } from '../router';
import { numberText } from '../ui/amounts';
import { speeds } from '../ui/clock_text';
import { Loaded, useLoaded } from '../ui/load';
import { PlayerLink } from '../ui/player_link';
import { Scroll } from '../ui/scroll';
import { useTitle } from '../ui/title';
import type { Me, Speed, VariantInfo } from '../wire';

type Props = { variant: string | null; speed: string | null; variants: VariantInfo[]; me: Me };

/** The best of one game at one speed. */
export function LeaderboardsPage({ variant, speed, variants, me }: Props) {
  const sorted = byInterest(variants);
  const id = variant ?? sorted[0]?.id ?? '';
  const pace: Speed = speeds.find(one => one === speed) ?? 'blitz';
  const game = variants.find(one => one.id === id)?.name ?? id;
  const loaded = useLoaded(`leaders ${id} ${pace}`, () => people.leaders(id, pace));
  const open = (nextId: string, nextPace: string) => go(`/leaderboards/${nextId}/${nextPace}`);
  useTitle(t('leaders-title'));
  return (
    <main tabIndex={-1} class="page">
      <h1>{t('leaders-title')}</h1>
      <div class="row panel filter">
        <label class="field">
          <span>{t('game')}</span>
          <select name="variant" value={id} onChange={event => open(event.currentTarget.value, pace)}>
            {sorted.map(one => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t('speed')}</span>
          <select name="speed" value={pace} onChange={event => open(id, event.currentTarget.value)}>
            {speeds.map(one => (
              <option key={one} value={one}>
                {t(`speed-${one}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p class="quiet-text">{t('leaders-explained')}</p>
      <Loaded of={loaded}>
        {leaders =>
          leaders.length === 0 ? (
            <p class="quiet-text">{t('leaders-none')}</p>
          ) : (
            <Scroll label={t('leaders-title')} class="panel">
              <table class="data-table">
                <caption class="sr-only">{t('leaders-of', { game, speed: t(`speed-${pace}`) })}</caption>
                <thead>
                  <tr>
                    <th scope="col" class="number">
                      {t('rank')}
                    </th>
                    <th scope="col">{t('player')}</th>
                    <th scope="col" class="number">
                      {t('games')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {leaders.map(({ rank, player, games }) => (
                    <tr key={player.id} aria-current={player.id === me.id ? 'true' : undefined}>
                      <td class="number">{rank}</td>
                      <td>
                        <PlayerLink player={player} />
                      </td>
                      <td class="number">{numberText(games)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          )
        }
      </Loaded>
    </main>
  );
}
