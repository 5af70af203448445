import {
  type CommandDefinition,
  type ParamsInputOf,
  type ResultOf,
  type Schema,
  itemKey,
  parseAggregateId,
} from '@kontor/contract/kernel';
import { RECORDS_KEY, recordCommands, recordKey, type FieldFault } from '@kontor/contract/record';
import type { Client } from '../../client/client.ts';
import { isOptimistic, type QueuedCommand } from '../../client/core/command.ts';
import { Failure, asFailure } from '../../client/failure.ts';
import type { NamedRecord } from './address.ts';
import type { Values } from './fields/values.ts';

/** What a command is about, for the order in which changes are sent, and in words. */
interface CommandAbout {
  readonly keys: readonly string[];
  readonly name: string;
  readonly processId?: string;
}

/** So long a command that is sent behind others is waited for, in milliseconds. */
const BEHIND_MS = 5000;

/**
 * What becomes of a command in the queue: its answer, or `undefined` where there is none in time. Rejects with a `Failure` where it is refused:
 * who has given it says so, and it does not stand among what was refused any more.
 */
function outcomeOf({ onApplied, queue, waiting }: Client, processId: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const look = (): void => {
    const { state, refusal } = waiting.get().find((one) => one.processId === processId) ?? {};
    if (state !== 'refused' || refusal === undefined) return;
    const problem = { type: 'about:blank', title: refusal.code, ...refusal };
    reject(new Failure('problem', refusal.detail, { status: refusal.status, problem }));
    void queue.discard([processId]);
  };
  const timer = setTimeout(() => resolve(undefined), BEHIND_MS);
  const stops = [
    onApplied((command, answer) => (command.processId === processId ? resolve(answer) : undefined)),
    waiting.subscribe(look),
  ];
  return promise.finally(() => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });
}

/**
 * Sends a command now or, where the server is not reached, as soon as it is: then it is kept on the device, and `undefined` is answered.
 * Rejects with a `Failure` where the server refuses it at once.
 */
export async function sendOrKeep<P extends Schema, R extends Schema>(
  client: Client,
  definition: CommandDefinition<string, P, R>,
  params: ParamsInputOf<CommandDefinition<string, P, R>>,
  { keys, name, processId = client.env.newId() }: CommandAbout,
): Promise<ResultOf<CommandDefinition<string, P, R>> | undefined> {
  // What waits about the same must not be overtaken.
  const isBehind = client.waiting.get().some((one) => isOptimistic(one) && one.keys.some((key) => keys.includes(key)));
  const { online } = client.connection.get();
  if (!isBehind && online)
    try {
      return await client.transport.command(definition, params, processId, { once: true });
    } catch (error) {
      if (asFailure(error).kind !== 'offline') throw error;
    }
  const [outcome] = await Promise.all([
    isBehind && online ? (outcomeOf(client, processId) as Promise<ResultOf<typeof definition>>) : undefined,
    client.enqueue(definition, params, { patches: [], keys, titles: [name], processId }),
  ]);
  return outcome;
}

/** A record that is to be made, or to come back, as soon as the server is reached. */
export interface WaitingRecord {
  readonly processId: string;
  readonly idoInstanceId: number;
  readonly name: string;
  /** What it is to hold; undefined where it is one that comes back. */
  readonly values: Values | undefined;
  readonly idoId: number | undefined;
  /** Why the server would not have it. */
  readonly refused: string | undefined;
  /** What is wrong with fields of it. */
  readonly faults: readonly FieldFault[];
}

/** What waits to be made, or to come back, in the order in which it was asked for. */
export function waitingRecords(waiting: readonly QueuedCommand[]): readonly WaitingRecord[] {
  return waiting.flatMap(({ processId, name, params, titles, refusal }): readonly WaitingRecord[] => {
    if (name !== recordCommands.create.name && name !== recordCommands.restore.name) return [];
    const { idoInstanceId, idoId, jsonPayload } = params as NamedRecord & { jsonPayload?: { values: Values } };
    const values = jsonPayload?.values;
    const { faults = [] } = (refusal?.data ?? {}) as { readonly faults?: readonly FieldFault[] };
    return [{ processId, idoInstanceId, idoId, values, name: titles?.[0] ?? '', refused: refusal?.code, faults }];
  });
}

/** Numbers of the records that are to come back. */
export const comingBack = (waiting: readonly QueuedCommand[]): ReadonlySet<number> =>
  new Set(
    waitingRecords(waiting).flatMap(({ idoId, refused }) =>
      idoId === undefined || refused !== undefined ? [] : [idoId],
    ),
  );

/** A link of an item that waits to be made, or to be taken away. */
export interface WaitingLink extends NamedRecord {
  readonly processId: string;
  readonly to: 'linked' | 'unlinked' | 'dismissed';
  readonly name: string;
}

export const LINKING = {
  linked: recordCommands.link,
  unlinked: recordCommands.unlink,
  dismissed: recordCommands.dismissSuggestion,
} as const;
const WAYS = Object.entries(LINKING) as readonly (readonly [WaitingLink['to'], { readonly name: string }])[];

type LinkParams = NamedRecord & { readonly aggregateId: string };

/** What waits to become of an item's links. */
export const waitingLinks = (waiting: readonly QueuedCommand[], aggregateId: string): readonly WaitingLink[] =>
  waiting.filter(isOptimistic).flatMap(({ processId, name, params, titles }): readonly WaitingLink[] => {
    const to = WAYS.find(([, definition]) => definition.name === name)?.[0];
    const { aggregateId: of, idoId, idoInstanceId } = params as LinkParams;
    return to === undefined || of !== aggregateId
      ? []
      : [{ processId, to, idoId, idoInstanceId, name: titles?.[0] ?? '' }];
  });

/** The key of the item that an id names. */
export function keysOfItem(aggregateId: string): readonly string[] {
  const id = parseAggregateId(aggregateId);
  return id === undefined ? [] : [itemKey(id)];
}

/** What is to be read anew once a command that waited was carried out; undefined where it is none of these. */
export function touchedBy({ name, params }: Pick<QueuedCommand, 'name' | 'params'>): readonly string[] | undefined {
  if (name === recordCommands.create.name) return [RECORDS_KEY];
  if (name === recordCommands.restore.name) return [RECORDS_KEY, recordKey((params as NamedRecord).idoId)];
  if (!WAYS.some(([, definition]) => definition.name === name)) return undefined;
  const { aggregateId, idoId } = params as LinkParams;
  return [...keysOfItem(aggregateId), recordKey(idoId), RECORDS_KEY];
}
