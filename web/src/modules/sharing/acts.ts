import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { sharingCommands, type GlobalizationRecord } from '@kontor/contract/sharing';
import type { Client } from '../../client/client.ts';
import type { Patches } from '../../client/core/overlay.ts';
import type { ItemTools } from '../../shell/index.ts';
import { loadSaying } from '../activity/index.tsx';
import { availableFor, stepsOf, undoOfEnding, undoOfSharing, type Chosen, type Step, type Undo } from './rules.ts';
import { actTexts } from './act-texts.ts';
import { watchApplied } from './use-shares.ts';

const keysOf = (aggregateIds: readonly string[]): readonly string[] =>
  aggregateIds.flatMap((aggregateId) => {
    const id = parseAggregateId(aggregateId);
    return id === undefined ? [] : [itemKey(id)];
  });

type Patch = (key: string) => boolean;

/** Gives a step of sharing to the queue. */
const enqueueSet = (client: Client, step: Step, message: string): Promise<string> => {
  const keys = keysOf(step.aggregateIds);
  const patches: Patches = keys.map((key) => [key, { globalized: true }]);
  const { aggregateIds, userIds, groupIds } = step;
  const params = {
    aggregateIds: [...aggregateIds],
    userIds: [...userIds],
    message,
    ...(groupIds.length === 0 ? {} : { groupIds: [...groupIds] }),
  };
  return client.enqueue(sharingCommands.set, params, { patches, keys });
};

const enqueueRemove = (client: Client, step: Step, staysShared: Patch): Promise<string> => {
  const keys = keysOf(step.aggregateIds);
  const patches: Patches = keys.map((key) => [key, { globalized: staysShared(key) }]);
  const params = { aggregateIds: [...step.aggregateIds], userIds: [...step.userIds] };
  return client.enqueue(sharingCommands.remove, params, { patches, keys });
};

/** What is done, and may be taken back. */
interface Deed {
  readonly processIds: readonly Promise<string>[];
  /** Items that it is about. */
  readonly count: number;
  readonly text: string;
  /** Undefined where there is no way back. */
  readonly undo: Undo | undefined;
}

/** Says what is done, with a way back, how far it has come where it takes long, and what was refused. */
function follow(given: ItemTools, { processIds, count, text, undo }: Deed): void {
  const { client, notices, language } = given;
  const t = actTexts[language];
  const stored = Promise.all([...processIds, client.queue.stored()]);
  const saying = stored.then(() => ({ text, undo: t.undo }));
  const done =
    undo === undefined
      ? undefined
      : notices.done(() => void takeBack(given, processIds, undo).catch(() => undefined), saying);
  if (undo === undefined) void stored.then(() => notices.show({ text }));
  const watch = async (): Promise<void> => {
    const { followProgress, followRefusals, sayPart } = await loadSaying();
    const refused = new Set<string>();
    const onRefused = (keys: readonly string[]): void => {
      for (const key of keys) refused.add(key);
      if (refused.size >= count) done?.takeBack();
      else done?.reword(sayPart(language, count - refused.size, count));
    };
    await Promise.all([
      followRefusals(client, processIds, onRefused),
      processIds.length > 1 ? followProgress(client, notices, processIds, language) : undefined,
    ]);
  };
  watch().catch(() => undefined);
}

/** What has not been sent yet is not sent at all; what was is taken back by commands of its own. */
async function takeBack({ client }: ItemTools, processIds: readonly Promise<string>[], undo: Undo): Promise<void> {
  const ids = new Set(await Promise.all(processIds));
  const queued = client.waiting.get().filter(({ processId, state }) => ids.has(processId) && state === 'queued');
  await client.queue.discard(queued.map(({ processId }) => processId));
  if (queued.length === ids.size) return;
  for (const { aggregateIds, userIds } of undo.ends)
    for (const step of stepsOf(aggregateIds, userIds)) await enqueueRemove(client, step, () => false);
  for (const { aggregateIds, userIds, groups, message } of undo.makes)
    for (const step of stepsOf(aggregateIds, userIds, groups)) await enqueueSet(client, step, message);
}

const idsOf = (records: readonly GlobalizationRecord[]): readonly string[] =>
  records.map(({ aggregateId }) => aggregateId);

/** Shares items, which stand as `records` say, with people and groups. */
export function share(
  given: ItemTools,
  records: readonly GlobalizationRecord[],
  chosen: readonly Chosen[],
  message: string,
): void {
  const { client, language } = given;
  watchApplied(client);
  const users = chosen.flatMap((one) => (one.kind === 'user' ? [one.userId] : []));
  const groups = chosen.flatMap((one) => (one.kind === 'group' ? [one] : []));
  const everybody = [...new Set([...users, ...groups.flatMap(({ userIds }) => userIds)])];
  const ids = idsOf(records);
  const processIds: Promise<string>[] = [];
  client.store.tx(() => {
    for (const step of stepsOf(ids, users, groups)) processIds.push(enqueueSet(client, step, message));
  });
  const [first] = chosen;
  const name = chosen.length === 1 ? (first?.displayName ?? '') : '';
  follow(given, {
    processIds,
    count: ids.length,
    text: actTexts[language].shared(ids.length, name, everybody.length),
    undo: undoOfSharing(records, everybody, message, client.user.get()?.id ?? 0),
  });
}

/** Ends that people have items by a share. `name`: what they are called; empty for oneself. */
export function endShares(
  given: ItemTools,
  records: readonly GlobalizationRecord[],
  userIds: readonly number[],
  name: string,
): void {
  const { client, language } = given;
  watchApplied(client);
  const concerned = records.filter(({ window }) =>
    window.globalizedUsers.some(({ userId, mayRemove }) => mayRemove && userIds.includes(userId)),
  );
  const stays = new Map(
    concerned.map(({ aggregateId, window }) => [
      keysOf([aggregateId])[0] ?? '',
      window.globalizedUsers.some(({ userId, mayRemove }) => !mayRemove || !userIds.includes(userId)),
    ]),
  );
  const ids = idsOf(concerned);
  const processIds: Promise<string>[] = [];
  client.store.tx(() => {
    for (const step of stepsOf(ids, userIds))
      processIds.push(enqueueRemove(client, step, (key) => stays.get(key) === true));
  });
  const ownId = client.user.get()?.id ?? 0;
  const undo = undoOfEnding(concerned, userIds, ownId, availableFor(records, ownId).groups);
  const t = actTexts[language];
  const text = name === '' ? t.letGo : t.ended(ids.length, name);
  follow(given, { processIds, count: ids.length, text, undo: undo.makes.length === 0 ? undefined : undo });
}

/** Says something else with the person's own shares of items. */
export function reword(given: ItemTools, records: readonly GlobalizationRecord[], message: string): void {
  const { client, language } = given;
  watchApplied(client);
  const ownId = client.user.get()?.id ?? 0;
  const own = records.flatMap((record) =>
    record.window.globalizedUsers.some(({ throughUserId }) => throughUserId === ownId) ? [record] : [],
  );
  const processIds = stepsOf(idsOf(own), []).map(({ aggregateIds }) =>
    client.enqueue(
      sharingCommands.update,
      { aggregateIds: [...aggregateIds], message },
      { patches: [], keys: keysOf(aggregateIds) },
    ),
  );
  const people = [...new Set(own.flatMap(({ window }) => window.globalizedUsers.map(({ userId }) => userId)))];
  const was = undoOfEnding(own, people, ownId).makes.filter((one) => one.message !== message);
  follow(given, { processIds, count: own.length, text: actTexts[language].reworded, undo: { ends: [], makes: was } });
}
