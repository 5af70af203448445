import { memoCommands } from '@kontor/contract/memo';
import { detailHref, type ItemGiven } from '../../shell/index.ts';
import { holdUntilOpen } from '../../ui/held-keys.tsx';
import { texts } from './texts.ts';

interface About {
  readonly idoId: number;
  readonly idoInstanceId: number;
}
type Open = (address: string) => void;

/** Begins a memo about a record, and opens it. */
export const beginMemo = (given: ItemGiven, record: About, open: Open): Promise<void> =>
  holdUntilOpen(tryToBegin(given, record, open));

async function tryToBegin({ client, notices, language }: ItemGiven, record: About, open: Open): Promise<boolean> {
  const { idoId, idoInstanceId } = record;
  try {
    const { aggregateId } = await client.tellNow(memoCommands.create, { idoId, instanceId: idoInstanceId });
    open(detailHref({ module: 'activity', aggregateId }, 'inbox', 'edit'));
    return true;
  } catch {
    const t = texts[language];
    const again = { label: t.retry, run: () => void beginMemo({ client, notices, language }, record, open) };
    notices.show({ text: t.createFailed, tone: 'fault', action: again });
    return false;
  }
}
