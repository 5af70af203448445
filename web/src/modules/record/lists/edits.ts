import { RECORDS_KEY, recordCommands, recordKey, type ChangeWay, type Value } from '@kontor/contract/record';
import type { Client } from '../../../client/client.ts';
import { isOptimistic, type QueuedCommand } from '../../../client/core/command.ts';
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

/** What becomes of a field: it has the value, or has it beside, or no more among, what stands there. */
export interface FieldChange {
  readonly way: ChangeWay;
  readonly value: Value;
}

interface ManyParams extends FieldChange {
  readonly idoIds: readonly number[];
  readonly key: string;
}

/** What a command makes of fields, by their cells; `only`: of some of its records alone. */
function changesOf(
  command: Pick<QueuedCommand, 'name' | 'params'>,
  only?: ReadonlySet<number>,
): readonly (readonly [cell: string, FieldChange, idoId: number])[] {
  if (command.name !== recordCommands.changeMany.name)
    return editsOf(command).map(({ idoId, key, value }) => [cellId(idoId, key), { way: 'set', value }, idoId]);
  const { idoIds, key, way, value } = command.params as ManyParams;
  return idoIds.filter((id) => only === undefined || only.has(id)).map((id) => [cellId(id, key), { way, value }, id]);
}

/** What stands in a cell once a field is changed. Several choices stand in it parted by commas. */
export function changedIn({ way, value }: FieldChange, cell: string | number | null): Value {
  if (way === 'set') return value;
  const had = cell === null || cell === '' ? [] : String(cell).split(', ');
  const some = [value].flat();
  return way === 'add' ? [...new Set([...had, ...some])] : had.filter((one) => !some.includes(one));
}

export const cellId = (idoId: number, key: string): string => `${idoId} ${key}`;

/** What was saved, and when, in milliseconds since 1970: the list may have been read before. */
interface Settled {
  readonly change: FieldChange;
  readonly at: number;
}
/** Of those that were saved last so many are remembered. */
const MAX_SETTLED = 500;

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
  client.onApplied((command, answer) => {
    const { changed } = (answer ?? {}) as { readonly changed?: readonly number[] };
    const edits = changesOf(command, changed === undefined ? undefined : new Set(changed));
    if (edits.length === 0) return;
    const next = new Map(value.get());
    for (const [cell, change] of edits) next.set(cell, { change, at: client.env.now() });
    value.set(new Map([...next].slice(-MAX_SETTLED)));
    // Events of this client's own commands reload nothing.
    client.ask.touch([RECORDS_KEY, ...edits.map(([, , idoId]) => recordKey(idoId))]);
  });
  return value;
}

/** What waits for the server, laid over what it has said last, by cell. */
export function pendingIn(waiting: readonly QueuedCommand[]): ReadonlyMap<string, FieldChange> {
  const pending = new Map<string, FieldChange>();
  for (const command of waiting)
    if (isOptimistic(command)) for (const [cell, change] of changesOf(command)) pending.set(cell, change);
  return pending;
}

/** Saves one field, now or as soon as the server is reached. `changed`: when the record was changed last, as it was seen. */
export const saveField = (
  client: Client,
  { idoId, idoInstanceId, key, before, value }: FieldEdit,
  changed: number,
): Promise<string> => {
  settled(client);
  return client.enqueue(
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
  pending: ReadonlyMap<string, FieldChange>,
  saved: ReadonlyMap<string, Settled>,
  cell: string,
  { at }: { readonly at: number },
): FieldChange | undefined {
  const waits = pending.get(cell);
  if (waits !== undefined) return waits;
  const known = saved.get(cell);
  return known !== undefined && known.at >= at ? known.change : undefined;
}
