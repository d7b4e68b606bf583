import { Piece } from '../board/piece';
import { kindName, sideName, t } from '../i18n/text';
import type { Pool, Side, Snapshot } from '../wire';
import type { Knowledge } from './knowledge';
import { KnowledgeChooser } from './knowledge_chooser';
import { oddsOf, oddsText } from './odds';

/** What can still be hidden, as this seat knows it, with exact chances. */
export function HiddenPanel({ game, knowledge }: { game: Snapshot; knowledge: Knowledge }) {
  const sides: Side[] = game.seat === 'black' ? ['white', 'black'] : ['black', 'white'];
  return (
    <div class="hidden-panel">
      <KnowledgeChooser knowledge={knowledge} />
      {knowledge.viewers.length > 0 && <p class="quiet-text">{t('table-pools-at-end')}</p>}
      {sides.map(side => {
        const pool = game.now?.pools[side === 'white' ? 0 : 1];
        return pool && <PoolTable key={side} side={side} own={side === game.seat} pool={pool} />;
      })}
      <p class="quiet-text">{t('pool-explained')}</p>
    </div>
  );
}

function PoolTable({ side, own, pool }: { side: Side; own: boolean; pool: Pool }) {
  const heading = t(own ? 'pool-own' : 'pool-other', { side: sideName(side) });
  return (
    <section class="pool" data-pool={side}>
      <h3>{heading}</h3>
      <p>{t('pool-line', { down: pool.face_down, total: pool.total })}</p>
      {pool.total > pool.face_down && (
        <p class="quiet-text">{t('pool-larger', { more: pool.total - pool.face_down })}</p>
      )}
      {pool.face_down > 0 && (
        <table aria-label={heading}>
          <thead class="sr-only">
            <tr>
              <th scope="col">{t('pool-kind')}</th>
              <th scope="col">{t('pool-count')}</th>
              <th scope="col">{t('pool-chance')}</th>
            </tr>
          </thead>
          <tbody>
            {oddsOf(pool).map(odds => {
              const { exact, share } = oddsText(odds);
              return (
                <tr key={odds.kind} data-odds={odds.kind}>
                  <th scope="row">
                    <Piece side={side} kind={odds.kind} />
                    {kindName(odds.kind)}
                  </th>
                  <td>{exact}</td>
                  <td>
                    <span class="chance" style={{ '--chance': odds.count / odds.total }}>
                      {share}
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
