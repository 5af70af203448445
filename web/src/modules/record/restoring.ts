import { RECORDS_KEY, recordCommands, recordKey } from '@kontor/contract/record';
import type { ItemTools } from '../../shell/index.ts';
import { dialogTexts } from './dialog-texts.ts';
import { sendOrKeep } from './waiting.ts';

interface Named {
  readonly idoId: number;
  readonly idoInstanceId: number;
}

/** A record that was deleted, and what it is called, as far as that is known. */
type Removed = Named & { readonly displayName?: string };

/** Says what was deleted, with a way to bring it back. */
export function sayRemoved(given: ItemTools, records: readonly Removed[], text: string): void {
  const { undo } = dialogTexts[given.language];
  given.notices.done(() => void restore(given, records), Promise.resolve({ text, undo }));
}

/**
 * Brings deleted records back, without a connection as soon as there is one, and says of how many it could not be done, with a way to try again.
 */
export async function restore(given: ItemTools, records: readonly Removed[]): Promise<void> {
  const { client, notices, language } = given;
  const t = dialogTexts[language];
  const left: Removed[] = [];
  let waiting = 0;
  for (const record of records) {
    const { displayName: name = '', idoId, idoInstanceId } = record;
    const about = { keys: [recordKey(idoId)], name };
    try {
      if ((await sendOrKeep(client, recordCommands.restore, { idoId, idoInstanceId }, about)) === undefined)
        waiting += 1;
    } catch {
      left.push(record);
    }
  }
  client.ask.touch([RECORDS_KEY, ...records.map(({ idoId }) => recordKey(idoId))]);
  const count = records.length - left.length - waiting;
  if (count > 0) notices.show({ text: t.restored(count) });
  if (waiting > 0) notices.show({ text: t.restoredLater(waiting) });
  if (left.length === 0) return;
  const action = { label: t.retry, run: () => void restore(given, left) };
  notices.show({ text: t.restoreFailed(left.length), tone: 'fault', action });
}

/** A contact person of a record, and what they are called. */
export interface NamedPerson extends Named {
  readonly contactPersonId: number;
  readonly name: string;
}

/** Brings a contact person back who was removed, and says so, or why not, with a way to try again. */
export async function restorePerson(given: ItemTools, person: NamedPerson, onBack: () => void): Promise<void> {
  const { client, notices, language } = given;
  const t = dialogTexts[language];
  const { name, ...named } = person;
  try {
    await client.sendNow(recordCommands.restoreContactPerson, named);
  } catch {
    const action = { label: t.retry, run: () => void restorePerson(given, person, onBack) };
    notices.show({ text: t.personBackFailed(name), tone: 'fault', action });
    return;
  }
  client.ask.touch([RECORDS_KEY, recordKey(named.idoId)]);
  onBack();
  notices.show({ text: t.personBack(name) });
}

/** Says who was removed from a record, with a way to bring them back. */
export function sayPersonRemoved(given: ItemTools, person: NamedPerson, onBack: () => void): void {
  const { undo, personRemoved } = dialogTexts[given.language];
  const said = { text: personRemoved(person.name), undo };
  given.notices.done(() => void restorePerson(given, person, onBack), Promise.resolve(said));
}
