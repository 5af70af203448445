import './list.css';
import { defineManifest, type Manifest } from '../../shell/index.ts';
import { useUnfinished } from './counts.ts';
import { loadSaying } from './load-saying.ts';
import { loadSnoozing } from './load-snoozing.ts';
import { BulkQuestion, LookDialog, RowMenu, SelectRest, SelectionBar, SnoozeDialog } from './on-items.ts';
import { lazily } from '../../ui/lazily.tsx';
import { listScreen, defaultPathOf } from './screens.ts';
import { inboxSource } from './sources.ts';
import { PLACES } from './place-words.ts';

const Inbox = lazily(() => import('./inbox.tsx').then((module) => module.Inbox));
/** Saved filters for the palette, once they are loaded. */
let filterCommands: Manifest['commands'];
const Pinned = lazily(async () => {
  const saved = await import('./saved/pinned.tsx');
  filterCommands = saved.filterCommands;
  return saved.Pinned;
});
const loadFinding = () => import('./finding.tsx');
const filterList = listScreen(() => loadFinding().then((module) => module.filterList));
const trashList = listScreen(() => loadFinding().then((module) => module.trashList));

const activity = defineManifest({
  name: 'activity',
  order: 20,
  first: Inbox.load,
  warm: () => {
    const onItems = [Pinned, SelectionBar, RowMenu, BulkQuestion, SelectRest, LookDialog, SnoozeDialog];
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
  commands: (client, go, told) => filterCommands?.(client, go, told) ?? [],
  ahead: async () => () => ({ lists: [inboxSource] }),
  fresh: () =>
    import('./fresh.ts').then(
      ({ freshActivity }) =>
        (_client, settings) =>
          freshActivity(settings),
    ),
  menu: [
    {
      route: 'inbox',
      path: '/',
      icon: 'tray',
      label: PLACES.inbox,
      order: 1,
      keys: 'g i',
      useCount: useUnfinished,
      bottom: true,
    },
    {
      route: 'filterList',
      path: defaultPathOf('filterList'),
      icon: 'magnifying-glass',
      label: PLACES.search,
      order: 5,
      keys: 'g f',
      bottom: true,
    },
    {
      route: 'trashList',
      path: defaultPathOf('trashList'),
      icon: 'trash',
      label: PLACES.trash,
      order: 14,
      keys: 'g #',
    },
  ],
});

export { defineList, type OwnFilters, type Frames, type ListDeclaration } from './define-list.ts';
export { listScreen, defaultPathOf } from './screens.ts';
export { act, undo, type Choice, type SnoozeEnd } from './actions.ts';
export { KIND_ICONS } from './kinds.ts';
export { Others } from './others.tsx';
export { useRowKind } from './row-kinds.ts';
export { RelatedItems } from './related.tsx';
export { StatePills } from './state-pills.tsx';
export { NEW, useSeen } from './use-seen.ts';
export { useAct } from './use-act.ts';
export { actTexts } from './use-act-texts.ts';
export { ItemBar } from './item-bar.tsx';
export { ItemDetail } from './item-detail.tsx';
export { BarButtons } from './bar-buttons.tsx';
export { OverItem } from './over-item.tsx';
export { kindManifest } from './kind-manifest.tsx';
export { loadSaying } from './load-saying.ts';
export { loadSnoozing } from './load-snoozing.ts';
export { loadSources } from './load-sources.ts';
export { useItemActs, type ItemActs } from './use-item-acts.tsx';
export { useOfDetails } from './use-item-actions.ts';
export { placesOf, type ScrollPositions } from './places.ts';
export { useQuestion } from './use-question.tsx';
export { useActionKeys } from './use-action-keys.ts';
export { useSelection } from './use-selection.ts';
export { useSeesRecords } from './use-sees-records.ts';
export { extend, move, toggle } from './selection.ts';
export { SelectionBar } from './on-items.ts';
export type { Offered } from './use-item-actions.ts';
export { unfinishedOf, useModuleCount } from './counts.ts';
export { texts as activityTexts } from './texts.ts';

/** People and groups that something is shared with. */
export const PeopleAndGroups = lazily(() =>
  import('./saved/people-and-groups.tsx').then((module) => module.PeopleAndGroups),
);

/** What became of an item. */
export const ItemHistory = lazily(() => import('./detail/history.tsx').then((module) => module.HistoryPanel));

/** A moment to come. */
export const MomentDialog = lazily(() => import('./lazy/moment-dialog.tsx').then((module) => module.MomentDialog));

export const manifests = [activity];
