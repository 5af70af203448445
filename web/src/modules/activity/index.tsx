import './list.css';
import { defineManifest, href } from '../../shell/index.ts';
import { useUnfinished } from './counts.ts';
import { BulkQuestion, RowMenu, SelectRest, SelectionBar } from './on-items.ts';
import { lazily } from '../../ui/lazily.tsx';
import { Inbox } from './screens.tsx';
import { inboxSource } from './sources.ts';
import { texts } from './texts.ts';

const loadFinding = () => import('./finding.tsx');
const Search = lazily(() => loadFinding().then((module) => module.Search));
const Trash = lazily(() => loadFinding().then((module) => module.Trash));

export const activity = defineManifest({
  name: 'activity',
  warm: () => {
    for (const part of [SelectionBar, RowMenu, BulkQuestion, SelectRest, Search, Trash]) void part.load();
  },
  screens: {
    inbox: { kind: 'list', component: Inbox },
    filterList: { kind: 'list', component: Search },
    trashList: { kind: 'list', component: Trash },
  },
  ahead: async () => () => ({ lists: [inboxSource] }),
  menu: [
    {
      route: 'inbox',
      path: '/',
      icon: 'tray',
      label: { de: texts.de.inbox, en: texts.en.inbox },
      order: 1,
      keys: 'g i',
      useCount: useUnfinished,
      bottom: true,
    },
    {
      route: 'filterList',
      path: href('filterList', { view: 'all', date: 'all', source: 'main' }),
      icon: 'magnifying-glass',
      label: { de: texts.de.search, en: texts.en.search },
      order: 5,
      keys: 'g f',
      bottom: true,
    },
    {
      route: 'trashList',
      path: href('trashList', { view: 'all', date: 'all', source: 'main' }),
      icon: 'trash',
      label: { de: texts.de.trash, en: texts.en.trash },
      order: 14,
      keys: 'g t',
    },
  ],
});

export { ItemList } from './item-list.tsx';
export { ListTitle, SearchBox } from './toolbar.tsx';
export { Views, viewOf } from './screens.tsx';
export { keepsIn } from './sources.ts';
export { act } from './actions.ts';
export { Others } from './others.tsx';
export { useAct } from './use-act.ts';
export { unfinishedOf, useModuleCount } from './counts.ts';
export { texts as activityTexts } from './texts.ts';
