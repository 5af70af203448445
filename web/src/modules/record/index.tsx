import { defineManifest } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { linkedIn } from './linked-in.ts';

const BoardPage = lazily(() => import('./boards/board-page.tsx').then((module) => module.BoardPage));
const FavouritesMenu = lazily(() => import('./boards/favourites-menu.tsx').then((module) => module.FavouritesMenu));
const RecordDialogs = lazily(() => import('./host.tsx').then((module) => module.RecordDialogs));

export const record = defineManifest({
  name: 'record',
  right: 'idoList',
  screens: { kanban: { kind: 'page', component: BoardPage } },
  menu: [
    {
      route: 'kanban',
      path: '/kanban',
      icon: 'kanban',
      label: { de: 'Kanban', en: 'Kanban' },
      order: 2,
      keys: 'g k',
    },
  ],
  underMenu: FavouritesMenu,
  bar: RecordDialogs,
  ofHistory: {
    field: 'links',
    isPossible: (change) => linkedIn(change) !== undefined,
    run: async (...given) => (await import('./put-back.ts')).putBack(...given),
  },
  onItems: [
    {
      name: 'link',
      icon: 'address-book',
      label: { de: 'Mit Datensatz verknüpfen', en: 'Link with a record' },
      key: 'd',
      inBar: true,
      run: (given, keys) => import('./link-many.ts').then(({ linkMany }) => linkMany(given, keys)),
    },
  ],
});

export { pickRecord } from './asked.ts';
export { LinkLine } from './link-line.tsx';
export { useSearch as useRecordSearch } from './use-search.ts';
export { useRecordFields } from './use-record-fields.ts';
export { useRecordNames, type RecordNames } from './use-record-names.ts';
