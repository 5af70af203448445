import type { ComponentType } from 'react';
import type { ScreenProps } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { kindManifest } from '../activity/index.tsx';

const load = () => import('./later.ts');
const loadRow = () => import('./row/phonecall-row.tsx');
const part = (name: 'CallScreen' | 'DialScreen' | 'BookScreen') =>
  lazily<ScreenProps>(() => load().then((module) => module[name] as ComponentType<ScreenProps>));
const rowPart = (name: 'preview' | 'marks' | 'portrait') => lazily(() => loadRow().then((module) => module[name]));
const row = { preview: rowPart('preview'), marks: rowPart('marks'), portrait: rowPart('portrait') };

const phonecall = kindManifest('phonecall', {
  order: 35,
  detail: part('CallScreen'),
  screens: {
    phoneCallCreate: { kind: 'detail', component: part('DialScreen'), icon: 'phone', keptAlive: true },
    PhoneBook: { kind: 'page', component: part('BookScreen') },
  },
  list: { load: () => load().then((module) => module.callList), order: 7, keys: 'g p' },
  rows: { phonecall: row },
  first: async () => void (await Promise.all(Object.values(row).map((one) => one.load()))),
  begin: { order: 8, key: 'G', run: ({ client }, open) => load().then(({ begin }) => begin(client, open)) },
  sought: () => load().then((module) => module.phoneCommands),
  ofRecords: () => load().then((module) => module.ofRecords),
  bar: lazily(() => load().then((module) => module.CallHost)),
  settings: () => load().then((module) => module.settingsTabs),
  prepare: { phonecall: (...given) => void load().then((module) => module.prepareCall(...given)) },
});

export const manifests = [phonecall];
