import { defineManifest } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { pickerSlot } from './fields/picker-slot.ts';
import { linkedIn } from './linked-in.ts';

const RecordList = lazily(() => import('./lists/screen.tsx').then((module) => module.RecordListScreen));
const BoardPage = lazily(() => import('./boards/board-page.tsx').then((module) => module.BoardPage));
const FavouritesMenu = lazily(() => import('./boards/favourites-menu.tsx').then((module) => module.FavouritesMenu));
const RecordDialogs = lazily(() => import('./host.tsx').then((module) => module.RecordDialogs));
const RecordScreen = lazily(() => import('./page/record-page.tsx').then((module) => module.RecordScreen));

pickerSlot.Picker = lazily(() => import('./picker.tsx').then((module) => module.RecordPicker));

const record = defineManifest({
  name: 'record',
  order: 80,
  right: 'idoList',
  screens: {
    idoList: { kind: 'list', isWhole: true, component: RecordList },
    kanban: { kind: 'list', isWhole: true, component: BoardPage },
    record: {
      kind: 'detail',
      component: RecordScreen,
      icon: 'address-book',
      keptAlive: true,
      titleOf: async (...given) => (await import('./title-of.ts')).titleOf(...given),
    },
  },
  menu: [
    {
      route: 'kanban',
      path: '/kanban',
      icon: 'kanban',
      label: { de: 'Kanban', en: 'Kanban' },
      order: 2,
      keys: 'g k',
    },
    {
      route: 'idoList',
      path: '/records',
      icon: 'address-book',
      label: { de: 'Datensätze', en: 'Records' },
      order: 6,
      keys: 'g r',
      isKind: true,
    },
  ],
  underMenu: FavouritesMenu,
  creates: [
    {
      name: 'record',
      icon: 'address-book',
      label: { de: 'Datensatz', en: 'Record' },
      order: 4,
      key: 'R',
      right: 'createIdo',
      run: () => import('./asking.ts').then(({ createRecord }) => createRecord({ idoInstanceId: 0 })),
    },
  ],
  sought: () => import('./lists/palette.ts').then((module) => module.kindCommands),
  named: () => import('./found-names.ts').then((module) => module.foundNames),
  warm: () => void RecordList.load(),
  bar: RecordDialogs,
  settings: () => import('./settings-tab.ts').then((module) => module.settingsTabs),
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
    {
      name: 'records',
      icon: 'address-book',
      label: { de: 'Verknüpfte Datensätze', en: 'Linked records' },
      key: 'D',
      run: (given, keys) => import('./link-many.ts').then(({ showOf }) => showOf(given, keys)),
    },
  ],
});

export { historyHref } from './address.ts';
export { pickRecord } from './open-dialogs.ts';
export { RecordOfWord, type ChosenRecord } from './record-of-word.tsx';
export { LinkLine } from './link-line.tsx';
export { RecordOffers, useLinkNamed, useNamedRecords, useRecordOffering } from './mentions.tsx';
export { useLinking } from './use-linking.tsx';
export { useSearch as useRecordSearch } from './use-search.ts';
export { useRecordFields } from './use-record-fields.ts';
export { useRecordNames, type RecordNames } from './use-record-names.ts';

export const manifests = [record];
