import { useState } from 'preact/hooks';
import { t } from '../i18n/text';
import { leavePool, pairUp, playOfferedBot, stream } from '../people_stream/connection';
import { clockText, sameClock } from '../ui/clock_text';
import { ErrorLine, useAction } from '../ui/form';
import { useEvery } from '../ui/load';
import { PlayerLink } from '../ui/player_link';
import type { BotWish, Me, Pairing, PoolInfo, PoolKey, VariantInfo } from '../wire';
import { botWishes, poolsByVariant, secondsUntil, storeBotWish, storedBotWish } from './pools';

type Props = { pools: PoolInfo[]; variants: VariantInfo[]; me: Me };

/** Quick pairing: one click on a clock, and the next who comes is the opponent. */
export function QuickPairing({ pools, variants, me }: Props) {
  const [wish, setWish] = useState<BotWish>(storedBotWish);
  const action = useAction();
  const { pairing } = stream.value;
  const waiting = waitingFor(pairing);
  const paused = me.paused_until !== undefined && me.paused_until > Date.now();

  const choose = (bot: BotWish) => {
    setWish(bot);
    storeBotWish(bot);
    // The wish goes with the wait; there is one at a time.
    if (waiting) void action.run(() => pairUp(waiting, bot));
  };

  const press = (pool: PoolKey) =>
    void action.run(() => (isSame(pool, waiting) ? leavePool() : pairUp(pool, wish)));

  return (
    <section aria-labelledby="quick-pairing" class="stack" data-part="pairing">
      <h2 id="quick-pairing">{t('pairing')}</h2>
      <p class="quiet-text">{t('pairing-explained')}</p>
      {paused && <p class="notice">{t('pairing-paused', { until: new Date(me.paused_until ?? 0) })}</p>}
      <ErrorLine error={action.error} />
      <div class="pools">
        {poolsByVariant(pools).map(([variant, offered]) => (
          <div key={variant} class="pool-row">
            <h3>{variants.find(({ id }) => id === variant)?.name ?? variant}</h3>
            <div class="pool-clocks">
              {offered.map(pool => (
                <button
                  key={clockText(pool.clock)}
                  type="button"
                  data-pool={`${variant} ${clockText(pool.clock)}`}
                  aria-pressed={isSame(pool, waiting)}
                  disabled={action.busy || paused}
                  onClick={() => press({ variant, clock: pool.clock })}
                >
                  <strong>{clockText(pool.clock)}</strong>
                  <span class="quiet-text">
                    {t(`speed-${pool.speed}`)}
                    {pool.waiting > 0 && ` · ${t('pool-waiting', { count: pool.waiting })}`}
                  </span>
                </button>
              ))}
            </div>
          </div>
        ))}
      </div>
      <fieldset class="field">
        <legend>{t('bot-wish')}</legend>
        {botWishes.map(bot => (
          <label key={bot} class="choice">
            <input
              type="radio"
              name="bot-wish"
              value={bot}
              checked={bot === wish}
              disabled={action.busy}
              onChange={() => choose(bot)}
            />
            <span>{t(`bot-wish-${bot}`)}</span>
          </label>
        ))}
        <span class="quiet-text">{t('bot-stake')}</span>
      </fieldset>
    </section>
  );
}

const waitingFor = (pairing: Pairing): PoolKey | null =>
  pairing.state === 'waiting' || pairing.state === 'bot_offered' ? pairing.wish : null;

const isSame = (pool: PoolKey, other: PoolKey | null) =>
  other !== null && pool.variant === other.variant && sameClock(pool.clock, other.clock);

type BarProps = {
  variants: VariantInfo[];
  /** Beside a board, which has no room above it. */
  floating: boolean;
};

/** The wait, seen on every page: what for, how long until a bot comes into question, and the way out. */
export function PairingBar({ variants, floating }: BarProps) {
  const { pairing, botAt } = stream.value;
  const action = useAction();
  const wish = waitingFor(pairing);
  if (!wish) return null;
  const game = variants.find(({ id }) => id === wish.variant)?.name ?? wish.variant;
  return (
    <section
      class="news-bar pairing-bar"
      aria-label={t('pairing')}
      data-pairing={pairing.state}
      data-floating={floating ? '' : undefined}
    >
      <span class="spinner" aria-hidden="true" />
      <span>
        <strong>{t('pairing-looking', { game, clock: clockText(wish.clock) })}</strong>{' '}
        {pairing.state === 'waiting' && botAt !== null && <BotCountdown at={botAt} />}
        {pairing.state === 'bot_offered' && (
          <>
            {t('pairing-bot-offered')} <PlayerLink player={pairing.bot} plain />. {t('bot-stake')}
          </>
        )}
      </span>
      <ErrorLine error={action.error} />
      <span class="row">
        {pairing.state === 'bot_offered' && (
          <button
            type="button"
            class="primary"
            data-action="play-bot"
            disabled={action.busy}
            onClick={() => void action.run(playOfferedBot)}
          >
            {t('pairing-play-bot')}
          </button>
        )}
        <button
          type="button"
          data-action="leave-pool"
          disabled={action.busy}
          onClick={() => void action.run(leavePool)}
        >
          {t('pairing-leave')}
        </button>
      </span>
      <span class="sr-only" role="status">
        {t(`pairing-${pairing.state}`)}
      </span>
    </section>
  );
}

/** People come first; how long that is so is counted before the player's eyes. */
function BotCountdown({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEvery(200, () => setNow(Date.now()));
  const wish = storedBotWish();
  const seconds = secondsUntil(at, now);
  if (wish === 'never') return <>{t('pairing-people-only')}</>;
  return (
    <span data-bot-in={seconds}>
      {t(wish === 'start' ? 'pairing-bot-starts' : 'pairing-bot-in', { seconds })}
    </span>
  );
}
