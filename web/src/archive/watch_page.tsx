import { t } from '../i18n/text';
import { people } from '../people_api';
import { GameTiles } from '../ui/game_tile';
import { Loaded, useEvery, useLoaded } from '../ui/load';
import { useTitle } from '../ui/title';
import type { VariantInfo } from '../wire';

/** Public games that run now, as an onlooker may see them. */
export function WatchPage({ variants }: { variants: VariantInfo[] }) {
  const loaded = useLoaded('watch', people.watch);
  useTitle(t('watch-title'));
  useEvery(5_000, loaded.reload);
  return (
    <main tabIndex={-1} class="page">
      <h1>{t('watch-title')}</h1>
      <p>{t('watch-intro')}</p>
      <Loaded of={loaded}>
        {games => <GameTiles games={games} variants={variants} none={t('watch-none')} />}
      </Loaded>
      <p>
        <a href="/archive">{t('watch-archive')}</a>
      </p>
    </main>
  );
}
