import { t } from '../i18n/text';
import { type Tab, Tabs } from '../ui/tabs';
import type { Snapshot, VariantInfo } from '../wire';
import { FairnessPanel } from './fairness_panel';
import { HiddenPanel } from './hidden_panel';
import type { Shown } from './history';
import { MoveList } from './move_list';
import { RulesPanel } from './rules_panel';
import { Share } from './share';
import type { TruthView } from './truth';

type Props = {
  game: Snapshot;
  variant: VariantInfo;
  shown: Shown;
  onShow: (shown: Shown) => void;
  truth: TruthView;
};

/** What stands beside the board, or under it on a phone. */
export function SidePanel({ game, variant, shown, onShow, truth }: Props) {
  const tabs: Tab[] = [
    {
      id: 'moves',
      title: t('tab-moves'),
      content: () => (
        <>
          <MoveList game={game} variant={variant} shown={shown} onShow={onShow} />
          <Share game={game} shown={shown} truth={truth.fens} />
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
      content: () => <HiddenPanel game={game} truth={truth} />,
    });
  return (
    <aside class="table-side" aria-label={t('side-panel')}>
      <Tabs tabs={tabs} label={t('side-panel')} />
    </aside>
  );
}
