import { memoCommands } from '@kontor/contract/memo';
import type { ItemTools, RecordAction } from '../../shell/index.ts';
import { beginItem } from '../activity/written/index.ts';
import { texts } from './texts.ts';

interface About {
  readonly idoId: number;
  readonly idoInstanceId: number;
}

/** Begins a memo about a record, and opens it. */
export const beginMemo = (given: ItemTools, { idoId, idoInstanceId }: About, open: (address: string) => void) =>
  beginItem(
    given,
    {
      module: 'activity',
      from: 'inbox',
      make: async () =>
        (await given.client.sendNow(memoCommands.create, { idoId, instanceId: idoInstanceId })).aggregateId,
      failed: () => texts[given.language].createFailed,
    },
    open,
  );

/** A memo about a record. */
export const ofRecords: RecordAction = {
  name: 'memo',
  icon: 'notepad',
  label: { de: 'Memo schreiben', en: 'Write a memo' },
  short: { de: 'Memo', en: 'Memo' },
  right: 'idoList',
  run: beginMemo,
};
