import { attempt, type ItemTools } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { kindManifest } from '../activity/index.tsx';
import { pickRecord } from '../record/index.tsx';

const loadDetail = () => import('./detail.tsx');
const MemoDetail = lazily(() => loadDetail().then((module) => module.MemoDetailScreen));

const preview = lazily(() => import('./row/memo-row.tsx').then((module) => module.MemoRow));
const marks = lazily(() => import('./row/memo-row.tsx').then((module) => module.MemoMarks));
const KeptMemos = lazily(() =>
  import('../activity/written/index.ts').then(({ keptEdits }) =>
    keptEdits('memo', () => import('./fields.ts').then((module) => module.MEMOS)),
  ),
);
const ComposeMemo = lazily(() => import('./compose.tsx').then((module) => module.ComposeMemo));
const loadBegin = () => import('./begin.ts');

const memo = kindManifest('activity', {
  name: 'memo',
  order: 70,
  detail: MemoDetail,
  rows: { activity: { preview, marks } },
  first: async () => void (await Promise.all([preview.load(), marks.load()])),
  commands: (client, go, tools) => {
    if (client.configuration.get()?.rights.idoList !== true) return [];
    const given: ItemTools = { client, ...tools };
    const run = (): void =>
      pickRecord({
        count: 0,
        about: undefined,
        known: [],
        onPick: (record) => attempt(given, () => loadBegin().then(({ beginMemo }) => beginMemo(given, record, go))),
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
  onItems: [
    {
      name: 'memoOf',
      icon: 'notepad',
      label: { de: 'Memo dazu', en: 'Memo about it' },
      key: 'Y',
      right: 'idoList',
      ofDetails: true,
      on: ({ moduleName, trashed }) => moduleName === 'phonecall' && !trashed,
      run: (given, keys, open) => import('./of-call.ts').then((module) => module.memoOfCall(given, keys, open)),
    },
  ],
  ofRecords: () => loadBegin().then((module) => module.ofRecords),
  inRecords: { activity: ComposeMemo },
  bar: KeptMemos,
  settings: () => import('./settings-tab.ts').then((module) => module.settingsTabs),
  prepare: {
    activity: (client, aggregateId) => void loadDetail().then(({ prepareMemo }) => prepareMemo(client, aggregateId)),
  },
});

export const manifests = [memo];
