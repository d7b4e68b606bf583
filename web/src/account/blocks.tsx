import { t } from '../i18n/text';
import { people } from '../people_api';
import { ErrorLine, useAction } from '../ui/form';
import { Loaded, useLoaded } from '../ui/load';
import { PlayerLink } from '../ui/player_link';

/** Players one wants nothing to do with. */
export function Blocks() {
  const loaded = useLoaded('blocks', people.blocks);
  const action = useAction();
  const unblock = (name: string) =>
    void action.run(async () => {
      await people.unblock(name);
      loaded.reload();
    });
  return (
    <>
      <p>{t('blocks-explained')}</p>
      <ErrorLine error={action.error} />
      <Loaded of={loaded}>
        {blocked =>
          blocked.length === 0 ? (
            <p class="quiet-text">{t('blocks-none')}</p>
          ) : (
            <ul class="lines">
              {blocked.map(player => (
                <li key={player.id}>
                  <PlayerLink player={player} />
                  <button
                    type="button"
                    disabled={action.busy}
                    aria-label={t('unblock-named', { name: player.name })}
                    onClick={() => unblock(player.name)}
                  >
                    {t('unblock')}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}
