import { t } from '../i18n/text';
import type { Connection } from '../session/connection';
import type { Session } from '../session/session';
import { type Tab, Tabs } from '../ui/tabs';
import type { Snapshot, VariantInfo } from '../wire';
import { Facts } from './facts';
import { FairnessPanel } from './fairness_panel';
import { HiddenPanel } from './hidden_panel';
import type { Shown } from './history';
import type { Knowledge } from './knowledge';
import { KnowledgeChooser } from './knowledge_chooser';
import { MoveList } from './move_list';
import { PlanPanel } from './plan_panel';
import { RulesPanel } from './rules_panel';
import { Share } from './share';

type Props = {
  game: Snapshot;
  variant: VariantInfo;
  shown: Shown;
  onShow: (shown: Shown) => void;
  session: Session;
  connection: Connection;
  knowledge: Knowledge;
};

/** What stands beside the board, or under it on a phone. */
export function SidePanel(props: Props) {
  const { game, variant, shown, onShow, session, connection, knowledge } = props;
  const tabs: Tab[] = [
    {
      id: 'moves',
      title: t('tab-moves'),
      content: () => (
        <>
          <Facts game={game} session={session} />
          <KnowledgeChooser knowledge={knowledge} />
          <MoveList game={knowledge.game} variant={variant} shown={shown} onShow={onShow} />
          <Share game={knowledge.game} shown={shown} truth={knowledge.fens} />
        </>
      ),
    },
    { id: 'rules', title: t('tab-rules'), content: () => <RulesPanel variant={variant} seat={game.seat} /> },
    { id: 'fairness', title: t('tab-fairness'), content: () => <FairnessPanel game={game} /> },
  ];
  // Where pieces lie face down, what they can be is the first thing a player wants to know.
  if (variant.face_down)
    tabs.unshift({
      id: 'hidden',
      title: t('tab-hidden'),
      content: () => <HiddenPanel game={game} knowledge={knowledge} />,
    });
  if (game.clock.kind === 'days' && game.phase === 'playing' && game.seat !== 'spectator')
    tabs.push({
      id: 'plan',
      title: t('table-tab-plan'),
      content: () => <PlanPanel game={game} variant={variant} session={session} connection={connection} />,
    });
  return (
    <aside class="table-side" aria-label={t('side-panel')}>
      <Tabs tabs={tabs} label={t('side-panel')} />
    </aside>
  );
}
