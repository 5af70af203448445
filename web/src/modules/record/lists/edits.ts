import { RECORDS_KEY, recordCommands, recordKey, type Value } from '@kontor/contract/record';
import type { Client } from '../../../client/client.ts';
import { isLaid, type QueuedCommand } from '../../../client/core/command.ts';
import { createValue, type Value as Watched } from '../../../client/value.ts';

/** A change of one field of one record. */
export interface FieldEdit {
  readonly idoId: number;
  readonly idoInstanceId: number;
  readonly key: string;
  readonly before: Value;
  readonly value: Value;
}

interface SaveParams {
  readonly idoId: number;
  readonly idoInstanceId: number;
  readonly jsonPayload: { readonly changes: readonly Pick<FieldEdit, 'key' | 'before' | 'value'>[] };
}

/** The changes that a command of the queue makes; none where it is another one. */
export function editsOf({ name, params }: Pick<QueuedCommand, 'name' | 'params'>): readonly FieldEdit[] {
  if (name !== recordCommands.save.name) return [];
  const { idoId, idoInstanceId, jsonPayload } = params as SaveParams;
  return jsonPayload.changes.map((change) => ({ idoId, idoInstanceId, ...change }));
}

export const cellId = (idoId: number, key: string): string => `${idoId} ${key}`;

/** What was saved, and when, in milliseconds since 1970: the list may have been read before. */
interface Settled {
  readonly value: Value;
  readonly at: number;
}
/** Of those that were saved last so many are remembered. */
const MOST_SETTLED = 500;

const settledOf = new WeakMap<
  Client,
  Watched<ReadonlyMap<string, Settled>> & { set: (next: ReadonlyMap<string, Settled>) => void }
>();

/** What was saved of fields of records, until lists have been read anew. */
export function settled(client: Client): Watched<ReadonlyMap<string, Settled>> {
  const known = settledOf.get(client);
  if (known !== undefined) return known;
  const value = createValue<ReadonlyMap<string, Settled>>(new Map());
  settledOf.set(client, value);
  client.onApplied((command) => {
    const edits = editsOf(command);
    if (edits.length === 0) return;
    const next = new Map(value.get());
    for (const { idoId, key, value: saved } of edits)
      next.set(cellId(idoId, key), { value: saved, at: client.env.now() });
    value.set(new Map([...next].slice(-MOST_SETTLED)));
    // Events of this client's own commands reload nothing.
    client.ask.touch([RECORDS_KEY, ...edits.map(({ idoId }) => recordKey(idoId))]);
  });
  return value;
}

/** What waits for the server, laid over what it has said last, by cell. */
export function pendingIn(waiting: readonly QueuedCommand[]): ReadonlyMap<string, Value> {
  const pending = new Map<string, Value>();
  for (const command of waiting)
    if (isLaid(command)) for (const { idoId, key, value } of editsOf(command)) pending.set(cellId(idoId, key), value);
  return pending;
}

/** Saves one field, now or as soon as the server is reached. `changed`: when the record was changed last, as it was seen. */
export const saveField = (
  client: Client,
  { idoId, idoInstanceId, key, before, value }: FieldEdit,
  changed: number,
): Promise<string> => {
  settled(client);
  return client.tell(
    recordCommands.save,
    {
      idoId,
      idoInstanceId,
      jsonPayload: {
        changes: [
          {
            key,
            before: typeof before === 'string' ? before : [...before],
            value: typeof value === 'string' ? value.trim() : [...value],
          },
        ],
      },
      lastKnownChangeTimestamp: changed,
    },
    { patches: [], keys: [recordKey(idoId)] },
  );
};

/** What stands in a cell: as the person has it, where that has not come back from the server yet. */
export function shownIn(
  pending: ReadonlyMap<string, Value>,
  saved: ReadonlyMap<string, Settled>,
  cell: string,
  at: number,
): Value | undefined {
  const waits = pending.get(cell);
  if (waits !== undefined) return waits;
  const known = saved.get(cell);
  return known !== undefined && known.at >= at ? known.value : undefined;
}
