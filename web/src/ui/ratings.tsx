import { useState } from 'preact/hooks';
import { t } from '../i18n/text';
import type { RatingInfo, VariantInfo } from '../wire';
import { numberText } from './amounts';
import { ratingText } from './player_link';
import { RatingGraph } from './rating_graph';
import { Scroll } from './scroll';

type Props = { ratings: RatingInfo[]; variants: VariantInfo[] };

const keyOf = ({ variant, speed, bots }: RatingInfo) => `${variant} ${speed} ${bots}`;

/** All ratings, and the course of the one that is chosen. */
export function Ratings({ ratings, variants }: Props) {
  const most = ratings.reduce<RatingInfo | undefined>(
    (best, rating) => (best && best.games >= rating.games ? best : rating),
    undefined,
  );
  const [wanted, setWanted] = useState<string | null>(null);
  const chosen = ratings.find(rating => keyOf(rating) === wanted) ?? most;
  if (!chosen) return <p class="quiet-text">{t('ratings-none')}</p>;
  const name = ({ variant, speed, bots }: RatingInfo) => {
    const game = variants.find(({ id }) => id === variant)?.name ?? variant;
    return t(bots ? 'rating-name-bots' : 'rating-name', { game, speed: t(`speed-${speed}`) });
  };
  return (
    <div class="stack">
      <label class="field">
        <span>{t('rating-of')}</span>
        <select name="rating" value={keyOf(chosen)} onChange={event => setWanted(event.currentTarget.value)}>
          {ratings.map(rating => (
            <option key={keyOf(rating)} value={keyOf(rating)}>
              {name(rating)}
            </option>
          ))}
        </select>
      </label>
      <p class="rating-now">
        <strong>{ratingText(chosen.rating, chosen.provisional)}</strong>{' '}
        <span class="quiet-text">
          {t('rating-details', { deviation: chosen.deviation, games: chosen.games })}
          {chosen.provisional && ` ${t('rating-uncertain')}`}
        </span>
      </p>
      <RatingGraph rating={chosen} title={name(chosen)} />
      {ratings.length > 1 && (
        <Scroll label={t('ratings')}>
          <table class="data-table">
            <thead>
              <tr>
                <th scope="col">{t('game')}</th>
                <th scope="col" class="number">
                  {t('rating-word')}
                </th>
                <th scope="col" class="number">
                  {t('games')}
                </th>
              </tr>
            </thead>
            <tbody>
              {ratings.map(rating => (
                <tr key={keyOf(rating)}>
                  <th scope="row">{name(rating)}</th>
                  <td class="number">{ratingText(rating.rating, rating.provisional)}</td>
                  <td class="number">{numberText(rating.games)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </div>
  );
}
