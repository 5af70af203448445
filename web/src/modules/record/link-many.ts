import type { EntryRow } from '@kontor/contract/activity';
import { recordCommands } from '@kontor/contract/record';
import { aggregateIdOf } from '../../client/entry-rows.ts';
import { asFailure } from '../../client/failure.ts';
import type { ItemGiven } from '../../shell/index.ts';
import { pickRecord } from './asked.ts';
import { showLinked } from './asking.ts';
import type { Named } from './links.ts';
import { texts } from './texts.ts';
import { problemOf } from './use-links.ts';
import type { About } from './values.ts';

/** Items that one command links. */
const MOST_AT_ONCE = 1000;

/** Whom a record is about that is made for an item. */
const aboutOf = ({ contact }: EntryRow): About =>
  contact.includes('@') ? { name: '', email: contact } : { name: contact, email: '' };

/** Shows the records of an item: of the first, where several are chosen. */
export function showOf({ client }: ItemGiven, [key]: readonly string[]): void {
  const row = key === undefined ? undefined : client.store.get(key);
  if (row !== undefined)
    showLinked({ aggregateId: aggregateIdOf(row, client.user.get()?.id ?? 0), about: aboutOf(row) });
}

/** Asks for the record that items are to be linked with, and links them. */
export function linkMany(given: ItemGiven, keys: readonly string[]): void {
  const { store } = given.client;
  const rows = keys.map((key) => store.get(key)).filter((row) => row !== undefined);
  const [first] = rows;
  if (first === undefined) return;
  const about = rows.length === 1 ? aboutOf(first) : undefined;
  pickRecord({ count: rows.length, about, known: [], onPick: (record) => void link(given, rows, record) });
}

async function link(given: ItemGiven, rows: readonly EntryRow[], record: Named): Promise<void> {
  const { client, notices, language } = given;
  const t = texts[language];
  const { idoId, idoInstanceId, displayName } = record;
  const userId = client.user.get()?.id ?? 0;
  const ids = rows.map((row) => aggregateIdOf(row, userId));
  const missing = new Set<string>();
  const failed = (error: unknown, again: () => void): void =>
    void notices.show({
      text: problemOf(t, asFailure(error)),
      tone: 'fault',
      action: { label: t.retry, run: again },
    });
  try {
    for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
      const params = { aggregateIds: ids.slice(from, from + MOST_AT_ONCE), idoId, idoInstanceId };
      const answer = await client.transport.command(recordCommands.linkMany, params, client.env.newId(), {
        once: true,
      });
      for (const id of answer.missing) missing.add(id);
    }
  } catch (error) {
    // What is linked already stays so.
    failed(error, () => void link(given, rows, record));
    return;
  }
  const done = ids.filter((id) => !missing.has(id));
  const text =
    missing.size === 0 ? t.linkedMany(done.length, displayName) : t.linkedPart(done.length, ids.length, displayName);
  // Of what was linked before it is not known with what: taking the link away could take one that was there.
  if (rows.some((row) => row.idoCount > 0)) {
    notices.show({ text });
    return;
  }
  const undo = async (): Promise<void> => {
    try {
      for (const aggregateId of done)
        await client.transport.command(
          recordCommands.unlink,
          { aggregateId, idoId, idoInstanceId },
          client.env.newId(),
          { once: true },
        );
      notices.show({ text: t.unlinked(displayName) });
    } catch (error) {
      failed(error, () => void undo());
    }
  };
  notices.done(() => void undo(), Promise.resolve({ text, undo: t.undo }));
}
