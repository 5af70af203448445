import { attempt, defineManifest, type ItemGiven, type RecordAction } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { pickRecord } from '../record/index.tsx';

const loadDetail = () => import('./detail.tsx');
const MemoDetail = lazily(() => loadDetail().then((module) => module.MemoDetailScreen));

const preview = lazily(() => import('./row/memo-row.tsx').then((module) => module.MemoRow));
const marks = lazily(() => import('./row/memo-row.tsx').then((module) => module.MemoMarks));
const KeptMemos = lazily(() => import('./kept.tsx').then((module) => module.KeptMemos));
const ComposeMemo = lazily(() => import('./compose.tsx').then((module) => module.ComposeMemo));
const begin = (...given: Parameters<RecordAction['run']>): Promise<void> =>
  import('./begin.ts').then(({ beginMemo }) => beginMemo(...given));

export const memo = defineManifest({
  name: 'memo',
  screens: { memo: { kind: 'detail', component: MemoDetail, icon: 'notepad', keptAlive: true } },
  menu: [],
  rows: { activity: { preview, marks } },
  first: async () => void (await Promise.all([preview.load(), marks.load()])),
  commands: (client, go, told) => {
    if (client.configuration.get()?.rights.idoList !== true) return [];
    const given: ItemGiven = { client, ...told };
    const run = (): void =>
      pickRecord({
        count: 0,
        about: undefined,
        known: [],
        onPick: (record) => attempt(given, () => begin(given, record, go)),
      });
    return [
      {
        id: 'memo.create',
        icon: 'notepad',
        label: { de: 'Neues Memo zu einem Datensatz', en: 'New memo about a record' },
        words: 'gesprächsnotiz telefonnotiz call note',
        run,
      },
    ];
  },
  ofRecords: [
    {
      name: 'memo',
      icon: 'notepad',
      label: { de: 'Memo schreiben', en: 'Write a memo' },
      right: 'idoList',
      run: begin,
    },
  ],
  inRecords: { activity: ComposeMemo },
  bar: KeptMemos,
  settings: () => import('./settings-tab.ts').then((module) => module.settingsTabs),
  warm: () => void MemoDetail.load(),
  prepare: {
    activity: (client, aggregateId) => void loadDetail().then(({ prepareMemo }) => prepareMemo(client, aggregateId)),
  },
});
