import type { EntryRow } from '@kontor/contract/activity';
import { recordCommands } from '@kontor/contract/record';
import { aggregateIdOf } from '../../client/entry-rows.ts';
import { asFailure } from '../../client/failure.ts';
import type { ItemTools } from '../../shell/index.ts';
import type { NamedRecord } from './address.ts';
import { pickRecord } from './open-dialogs.ts';
import { showLinked, showLinkedOfMany } from './asking.ts';
import { texts } from './texts.ts';
import { problemOf } from './use-links.ts';
import type { About } from './fields/values.ts';

/** Items that one command links. */
const MAX_AT_ONCE = 1000;

/** Whom a record is about that is made for an item. */
const aboutOf = ({ contact }: EntryRow): About =>
  contact.includes('@') ? { name: '', email: contact } : { name: contact, email: '' };

/** Shows the records of an item, or those of several, each to be opened or let go. */
export function showOf(given: ItemTools, keys: readonly string[]): void {
  const { client } = given;
  const [key] = keys;
  const row = key === undefined ? undefined : client.store.get(key);
  if (row === undefined) return;
  const idOf = (one: EntryRow): string => aggregateIdOf(one, client.user.get()?.id ?? 0);
  const aggregateIds = keys.map((one) => client.store.get(one)).flatMap((one) => (one === undefined ? [] : idOf(one)));
  if (aggregateIds.length > 1) showLinkedOfMany({ aggregateIds });
  else showLinked({ aggregateId: idOf(row), about: aboutOf(row) });
}

/** Asks for the record that items are to be linked with, and links them. */
export function linkMany(given: ItemTools, keys: readonly string[]): void {
  const { store, user } = given.client;
  const rows = keys.map((key) => store.get(key)).filter((row) => row !== undefined);
  const [first] = rows;
  if (first === undefined) return;
  const about = rows.length === 1 ? aboutOf(first) : undefined;
  const ids = rows.map((row) => aggregateIdOf(row, user.get()?.id ?? 0));
  pickRecord({
    count: rows.length,
    about,
    known: [],
    onPick: (record) => void linkAll(given, ids, [record], record.displayName),
  });
}

/** Items that were linked with a record, and were not before. */
interface Linked {
  readonly record: NamedRecord;
  readonly aggregateIds: readonly string[];
}

/** Items in the steps that one command, or query, takes. */
export const stepsOf = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / MAX_AT_ONCE) }, (_, step) =>
    ids.slice(step * MAX_AT_ONCE, (step + 1) * MAX_AT_ONCE),
  );

const bareOf = ({ idoId, idoInstanceId }: NamedRecord): NamedRecord => ({ idoId, idoInstanceId });

/**
 * Links all of some items with all of some records, and says so, with what takes back just that. `name`: what the records are called. Answers
 * whether they were linked; what was linked before it failed stays so, and trying again links the rest.
 */
export async function linkAll(
  given: ItemTools,
  ids: readonly string[],
  records: readonly NamedRecord[],
  name: string,
): Promise<boolean> {
  const { client, notices, language } = given;
  const t = texts[language];
  const missing = new Set<string>();
  const linked: Linked[] = [];
  const failed = (error: unknown, again: () => void): void =>
    void notices.show({
      text: problemOf(t, asFailure(error)),
      tone: 'fault',
      action: { label: t.retry, run: again },
    });
  try {
    for (const record of records)
      for (const aggregateIds of stepsOf(ids)) {
        const params = { aggregateIds: [...aggregateIds], ...bareOf(record) };
        const answer = await client.sendNow(recordCommands.linkMany, params);
        for (const id of answer.missing) missing.add(id);
        if (answer.linked.length > 0) linked.push({ record, aggregateIds: answer.linked });
      }
  } catch (error) {
    failed(error, () => void linkAll(given, ids, records, name));
    return false;
  }
  const count = ids.length - missing.size;
  const text = missing.size === 0 ? t.linkedMany(count, name) : t.linkedPart(count, ids.length, name);
  if (linked.length === 0) {
    notices.show({ text });
    return true;
  }
  const undo = async (left: readonly Linked[]): Promise<void> => {
    const [first, ...rest] = left;
    if (first === undefined) return void notices.show({ text: t.unlinked(name) });
    try {
      await client.sendNow(recordCommands.unlinkMany, {
        aggregateIds: [...first.aggregateIds],
        ...bareOf(first.record),
      });
    } catch (error) {
      // What is not there any more is linked with nothing.
      if (asFailure(error).code !== 'NOT_FOUND') return failed(error, () => void undo(left));
    }
    return undo(rest);
  };
  notices.done(() => void undo(linked), Promise.resolve({ text, undo: t.undo }));
  return true;
}

/**
 * Takes the links of some items with a record away, and says so, with what links just those again. Returns whether they were taken away; what
 * was done before it failed stays so, and trying again does the rest.
 */
export async function unlinkAll(
  given: ItemTools,
  ids: readonly string[],
  record: NamedRecord & { readonly displayName: string },
): Promise<boolean> {
  const { client, notices, language } = given;
  const t = texts[language];
  const unlinked: string[] = [];
  try {
    for (const aggregateIds of stepsOf(ids)) {
      const params = { aggregateIds: [...aggregateIds], ...bareOf(record) };
      try {
        unlinked.push(...(await client.sendNow(recordCommands.unlinkMany, params)).unlinked);
      } catch (error) {
        // What is not there any more is linked with nothing.
        if (asFailure(error).code !== 'NOT_FOUND') throw error;
      }
    }
  } catch (error) {
    const action = { label: t.retry, run: () => void unlinkAll(given, ids, record) };
    notices.show({ text: problemOf(t, asFailure(error)), tone: 'fault', action });
    return false;
  }
  const text = t.unlinkedMany(unlinked.length, record.displayName);
  if (unlinked.length === 0) notices.show({ text });
  else
    notices.done(
      () => void linkAll(given, unlinked, [record], record.displayName),
      Promise.resolve({ text, undo: t.undo }),
    );
  return true;
}
