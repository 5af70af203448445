import { memoCommands } from '@kontor/contract/memo';
import { defineManifest, detailHref, type ItemGiven } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { pickRecord } from '../record/index.tsx';

const loadDetail = () => import('./detail.tsx');
const MemoDetail = lazily(() => loadDetail().then((module) => module.MemoDetailScreen));

/** Begins a memo about a record, and opens it. */
async function beginMemo(
  { client, notices, language }: ItemGiven,
  { idoId, idoInstanceId }: { readonly idoId: number; readonly idoInstanceId: number },
  open: (address: string) => void,
): Promise<void> {
  try {
    const { aggregateId } = await client.tellNow(memoCommands.create, { idoId, instanceId: idoInstanceId });
    open(detailHref({ module: 'activity', aggregateId }, 'inbox', 'edit') ?? '/');
  } catch {
    const { texts } = await import('./texts.ts');
    notices.show({ text: texts[language].createFailed, tone: 'fault' });
  }
}

export const memo = defineManifest({
  name: 'memo',
  screens: { memo: { kind: 'detail', component: MemoDetail, icon: 'notepad', keptAlive: true } },
  menu: [],
  commands: (client, go, told) =>
    client.configuration.get()?.rights.idoList !== true
      ? []
      : [
          {
            id: 'memo.create',
            icon: 'notepad',
            label: { de: 'Neues Memo zu einem Datensatz', en: 'New memo about a record' },
            words: 'gesprächsnotiz telefonnotiz call note',
            run: () =>
              pickRecord({
                count: 0,
                about: undefined,
                known: [],
                onPick: (record) => void beginMemo({ client, ...told }, record, go),
              }),
          },
        ],
  ofRecords: [
    {
      name: 'memo',
      icon: 'notepad',
      label: { de: 'Memo schreiben', en: 'Write a memo' },
      right: 'idoList',
      run: (given, record, go) => void beginMemo(given, record, go),
    },
  ],
  warm: () => void MemoDetail.load(),
  prepare: {
    activity: (client, aggregateId) => void loadDetail().then(({ prepareMemo }) => prepareMemo(client, aggregateId)),
  },
});
