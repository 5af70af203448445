import { listKey, type EntryRow } from '@kontor/contract/activity';
import { appointmentCommands, type Scope } from '@kontor/contract/appointment';
import { itemKeyOf } from '@kontor/contract/kernel';
import type { Client } from '../../client/client.ts';
import { aggregateIdOf } from '../../client/entry-rows.ts';
import type { ItemTools } from '../../shell/index.ts';
import { act, undo } from '../activity/index.tsx';
import { removalTexts } from './removal-texts.ts';

const watched = new WeakSet<Client>();

/** Events of this client's own commands reload nothing: what they have made of an appointment is asked for once they are applied. */
export function watchApplied(client: Client): void {
  if (watched.has(client)) return;
  watched.add(client);
  client.followApplied('appointment.acts', ({ name, keys }) => {
    if (name.startsWith('appointment.')) client.ask.touch([...keys, listKey('appointment'), listKey()]);
  });
}

interface Removal {
  readonly aggregateId: string;
  readonly scope: Scope;
  /** It is out of all lists then. */
  readonly isWhole: boolean;
}

/** Takes back what was deleted. What was not sent yet is not sent at all, and what was refused was never done. */
async function takeBack(client: Client, processId: string, back: () => Promise<string>): Promise<void> {
  const state = client.waiting.get().find((one) => one.processId === processId)?.state;
  if (state === 'queued') await client.queue.discard([processId]);
  else if (state !== 'refused') await back();
}

/** Deletes appointments, or occurrences of series, and other items with them, with one way back for all. `others`: keys. */
export function removeAppointments(
  { client, notices, language }: ItemTools,
  removals: readonly Removal[],
  others: readonly string[] = [],
): void {
  watchApplied(client);
  const steps = removals.map(({ aggregateId, scope, isWhole }) => {
    const key = itemKeyOf(aggregateId);
    const enqueue = (takesBack: boolean): Promise<string> =>
      client.enqueue(
        appointmentCommands.delete,
        { aggregateId, scope, takesBack },
        { patches: isWhole ? [[key, { trashed: !takesBack }]] : [], keys: [key] },
      );
    return { processId: enqueue(false), back: () => enqueue(true) };
  });
  const { before } = others.length === 0 ? { before: [] } : act(client, 'delete', others);
  const back = async (): Promise<void> => {
    for (const { processId, back: enqueueBack } of steps.toReversed())
      await takeBack(client, await processId, enqueueBack);
    if (before.length > 0) undo(client, 'delete', before);
  };
  const t = removalTexts[language];
  const said = t.done[removals[0]?.scope ?? 'one'](removals.length);
  const text = before.length === 0 ? said : t.more(said, before.length);
  notices.done(() => void back(), Promise.resolve({ text, undo: t.undo }));
}

/** The same of rows of a list, of series each. */
export const removeSeries = (
  given: ItemTools,
  rows: readonly EntryRow[],
  scope: Scope,
  others: readonly string[],
): void =>
  removeAppointments(
    given,
    rows.map((row) => ({
      aggregateId: aggregateIdOf(row, given.client.user.get()?.id ?? 0),
      scope,
      isWhole: scope === 'all',
    })),
    others,
  );
