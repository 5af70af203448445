import './list/list.css';
import { defineManifest, type Manifest } from '../../shell/index.ts';
import { useUnfinished } from './list/counts.ts';
import { loadSaying } from './actions/load-saying.ts';
import { loadSnoozing } from './actions/load-snoozing.ts';
import { BulkQuestion, AppearanceDialog, RowMenu, SelectRest, SelectionBar, SnoozeDialog } from './list/later-parts.ts';
import { lazily } from '../../ui/lazily.tsx';
import { listScreen, defaultPathOf } from './lists/screens.ts';
import { inboxSource } from './list/sources.ts';
import { LIST_NAMES } from './lists/list-names.ts';

const Inbox = lazily(() => import('./list/inbox.tsx').then((module) => module.Inbox));
/** Saved filters for the palette, once they are loaded. */
let filterCommands: Manifest['commands'];
const Pinned = lazily(async () => {
  const saved = await import('./saved/pinned.tsx');
  filterCommands = saved.filterCommands;
  return saved.Pinned;
});
const loadFinding = () => import('./lists/finding.tsx');
const filterList = listScreen(() => loadFinding().then((module) => module.filterList));
const trashList = listScreen(() => loadFinding().then((module) => module.trashList));

const activity = defineManifest({
  name: 'activity',
  order: 20,
  first: Inbox.load,
  warm: () => {
    const onItems = [Pinned, SelectionBar, RowMenu, BulkQuestion, SelectRest, AppearanceDialog, SnoozeDialog];
    void loadSaying().catch(() => undefined);
    void loadSnoozing().catch(() => undefined);
    for (const part of [...onItems, filterList.component, trashList.component]) void part.load();
  },
  screens: {
    inbox: { kind: 'list', component: Inbox },
    filterList,
    trashList,
  },
  underMenu: Pinned,
  commands: (client, go, tools) => filterCommands?.(client, go, tools) ?? [],
  ahead: async () => () => ({ lists: [inboxSource] }),
  fresh: () =>
    import('./list/fresh.ts').then(
      ({ freshActivity }) =>
        (_client, settings) =>
          freshActivity(settings),
    ),
  menu: [
    {
      route: 'inbox',
      path: '/',
      icon: 'tray',
      label: LIST_NAMES.inbox,
      order: 1,
      keys: 'g i',
      useCount: useUnfinished,
      bottom: true,
    },
    {
      route: 'filterList',
      path: defaultPathOf('filterList'),
      icon: 'magnifying-glass',
      label: LIST_NAMES.search,
      order: 5,
      keys: 'g f',
      bottom: true,
    },
    {
      route: 'trashList',
      path: defaultPathOf('trashList'),
      icon: 'trash',
      label: LIST_NAMES.trash,
      order: 14,
      keys: 'g #',
    },
  ],
});

export { defineList, type OwnFilters, type Frames, type ListDeclaration } from './lists/define-list.ts';
export { listScreen, defaultPathOf } from './lists/screens.ts';
export { act, setSeen, undo } from './actions/actions.ts';
export { type Choice, type SnoozeEnd } from './actions/choices.ts';
export { KIND_ICONS, kindColour } from './rows/kinds.ts';
export { Others } from './rows/others.tsx';
export { useRowKind } from './rows/row-kinds.ts';
export { RelatedItems } from './detail/related.tsx';
export { StatePills } from './detail/state-pills.tsx';
export { NEW, useSeen } from './detail/use-seen.ts';
export { useAct } from './actions/use-act.ts';
export { actTexts } from './actions/use-act-texts.ts';
export { ItemBar } from './detail/item-bar.tsx';
export { ItemDetail } from './detail/item-detail.tsx';
export { BesideLink } from './detail/beside-link.tsx';
export { BarButtons } from './detail/bar-buttons.tsx';
export { OverItem } from './detail/over-item.tsx';
export { kindManifest } from './lists/kind-manifest.tsx';
export { loadSaying } from './actions/load-saying.ts';
export { loadSnoozing } from './actions/load-snoozing.ts';
export { loadSources } from './list/load-sources.ts';
export { useItemActs, type ItemActs } from './actions/use-item-acts.tsx';
export { useOfDetails } from './actions/use-item-actions.ts';
export { scrollPositionsOf, type ScrollPositions } from './list/scroll-positions.ts';
export { useQuestion } from './actions/use-question.tsx';
export { useActionKeys } from './actions/use-action-keys.ts';
export { useSelection } from './list/use-selection.ts';
export { useSeesRecords } from './rows/use-sees-records.ts';
export { extend, move, toggle } from './list/selection.ts';
export { SelectionBar } from './list/later-parts.ts';
export type { Offered } from './actions/use-item-actions.ts';
export { unfinishedOf, useModuleCount } from './list/counts.ts';
export { texts as activityTexts } from './texts.ts';

/** People and groups that something is shared with. */
export const PeopleAndGroups = lazily(() =>
  import('./saved/people-and-groups.tsx').then((module) => module.PeopleAndGroups),
);

/** What became of an item. */
export const ItemHistory = lazily(() => import('./detail/history.tsx').then((module) => module.HistoryPanel));

/** A moment to come. */
export const MomentDialog = lazily(() => import('./actions/moment-dialog.tsx').then((module) => module.MomentDialog));

export const manifests = [activity];
