import { memoCommands } from '@kontor/contract/memo';
import { detailHref, type ItemGiven } from '../../shell/index.ts';
import { texts } from './texts.ts';

/** Begins a memo about a record, and opens it. */
export async function beginMemo(
  { client, notices, language }: ItemGiven,
  record: { readonly idoId: number; readonly idoInstanceId: number },
  open: (address: string) => void,
): Promise<void> {
  const { idoId, idoInstanceId } = record;
  try {
    const { aggregateId } = await client.tellNow(memoCommands.create, { idoId, instanceId: idoInstanceId });
    open(detailHref({ module: 'activity', aggregateId }, 'inbox', 'edit') ?? '/');
  } catch {
    const t = texts[language];
    const again = { label: t.retry, run: () => void beginMemo({ client, notices, language }, record, open) };
    notices.show({ text: t.createFailed, tone: 'fault', action: again });
  }
}
