import type { EntryRow } from '@kontor/contract/activity';
import { memoCommands, memoQueries } from '@kontor/contract/memo';
import { recordQueries } from '@kontor/contract/record';
import { aggregateIdOf } from '../../client/entry-rows.ts';
import { attempt, type ItemTools } from '../../shell/index.ts';
import { beginItem } from '../activity/written/index.ts';
import { pickRecord } from '../record/index.tsx';
import { texts } from './texts.ts';

interface About {
  readonly idoId: number;
  readonly idoInstanceId: number;
}

/** Seconds of talk that a call's entry tells; 0 for none. */
const talkOf = ({ extras }: EntryRow): number => {
  const { duration } = extras;
  return typeof duration === 'number' && duration > 0 ? Math.floor(duration) : 0;
};

/** Makes a memo about a record that says when a call was and how long it took, and returns its id. */
async function make(
  { client, language, notices }: ItemTools,
  row: EntryRow,
  { idoId, idoInstanceId }: About,
): Promise<string> {
  const { aggregateId } = await client.sendNow(memoCommands.create, { idoId, instanceId: idoInstanceId });
  try {
    const { results } = await client.transport.query(memoQueries.details, { aggregateId }, { once: true });
    const { aggregateVersion, availableCommunicationTypes: types, contactPersonId } = results;
    await client.sendNow(memoCommands.save, {
      aggregateId,
      aggregateVersion,
      title: '',
      content: '',
      alarm: null,
      communicationTypeId: types.find(({ communicationType }) => communicationType === 'call')?.id ?? null,
      contactPersonId,
      duration: talkOf(row),
      timestamp: row.timestamp,
    });
  } catch {
    // It is there all the same.
    notices.show({ text: texts[language].callTimeFailed, tone: 'fault' });
  }
  return aggregateId;
}

/** Begins a memo of a call, and opens it: about the record that the call is linked with, else about one that is picked. */
export async function memoOfCall(
  given: ItemTools,
  [key]: readonly string[],
  open: (address: string) => void,
): Promise<void> {
  const { client, language } = given;
  const row = key === undefined ? undefined : client.store.get(key);
  if (row === undefined) return;
  const begin = (record: About): Promise<void> =>
    beginItem(
      given,
      {
        module: 'activity',
        from: 'inbox',
        make: () => make(given, row, record),
        failed: () => texts[language].createFailed,
      },
      open,
    );
  const aggregateId = aggregateIdOf(row, client.user.get()?.id ?? 0);
  const links =
    row.idoCount === 0
      ? []
      : await client.transport.query(recordQueries.links, { aggregateId }, { once: true }).then(
          ({ results }) => results,
          () => [],
        );
  const record = links.find(({ isSuggested }) => !isSuggested);
  if (record !== undefined) return begin(record);
  pickRecord({ count: 0, about: undefined, known: [], onPick: (picked) => attempt(given, () => begin(picked)) });
  return undefined;
}
