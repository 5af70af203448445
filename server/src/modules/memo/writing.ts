import { STATES } from '@kontor/contract/activity';
import type { MemoFields } from '@kontor/contract/memo';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf, requireRight } from '../account/index.ts';
import { insertItem, noteChange, rewriteItem, takeWritten } from '../activity/index.ts';
import { setAlarms } from '../alarm/index.ts';
import { contactPersonsOf, knownRecord, linkItems, linksOf, setPersonOfItem } from '../record/index.ts';
import { differencesOf, fieldsOf, mayRing, storedExtras } from './rules.ts';
import { insertMemo, updateMemo, type MemoRow } from './store.ts';
import { readTypes, typesFor } from './types.ts';

/** Begins a memo about a record, empty, and returns its number. Fails with NOT_FOUND where there is no such record of that kind. */
export async function beginMemo(ctx: CommandContext, idoId: number, instanceId: number): Promise<number> {
  requireRight(ctx, 'idoList');
  const { db, instance, person } = ctx;
  const record = await knownRecord(db, instance.id, idoId);
  if (record?.kindId !== instanceId) return fail('NOT_FOUND');
  const author = (await namesOf(db, instance.id, [person.id])).get(person.id) ?? '';
  const memoId = await insertItem(ctx, {
    module: 'activity',
    ts: new Date(ctx.now()),
    boxId: 0,
    direction: 'bidirectional',
    contact: record.displayName,
    information: '',
    channel: '',
    extras: {},
    viewers: [{ userId: person.id, boxId: 0, status: STATES.seen, mine: true }],
    search: { title: '', senders: author, receivers: record.displayName, body: '' },
  });
  await insertMemo(db, instance.id, memoId, person.id);
  await linkItems(ctx, [memoId], idoId, { reason: 'hand', detail: '', userId: person.id });
  return memoId;
}

/**
 * Writes what a memo, which was taken for this transaction, is from now on, with all that follows. Returns the number of the edit. Fails with
 * MEMO_ALARM_INVALID, and with NOT_FOUND for a contact person or a kind of conversation that it may not have.
 */
export async function writeMemo(ctx: CommandContext, memo: MemoRow, given: MemoFields): Promise<number> {
  const before = fieldsOf(memo);
  const alarmAt = given.alarm === null ? null : Date.parse(given.alarm);
  if (!mayRing(alarmAt, memo.alarm_at, ctx.now())) return fail('MEMO_ALARM_INVALID');
  await mustBeType(ctx, memo, given.communicationTypeId);
  const written = await takeWritten(ctx, memo.memo_id, given.content);
  const after: MemoFields = {
    ...given,
    content: written.html,
    alarm: alarmAt === null ? null : new Date(alarmAt).toISOString(),
    contactPersonId: await knownPerson(ctx, memo, given.contactPersonId),
  };
  const differences = differencesOf(before, after);
  if (differences.length === 0) return memo.edit;
  await noteChange(ctx, memo.memo_id, differences);
  const { db, instance, person } = ctx;
  const edit = await updateMemo(db, instance.id, memo.memo_id, {
    content: after.content,
    communication_type: after.communicationTypeId,
    contact_person_id: after.contactPersonId,
    duration_s: after.duration,
    alarm_at: alarmAt,
  });
  await setPersonOfItem(ctx, memo.memo_id, after.contactPersonId);
  const ts = new Date(after.timestamp * 1000);
  await rewriteItem(ctx, 'activity', memo.memo_id, {
    ts,
    contact: memo.contact,
    information: after.title,
    extras: { ...storedExtras(after, written.text) },
    search: {
      title: after.title,
      senders: (await namesOf(db, instance.id, [memo.created_by])).get(memo.created_by) ?? '',
      receivers: memo.contact,
      body: written.text,
    },
  });
  const alarm = { userId: person.id, type: 'activity', subjectAt: ts } as const;
  await setAlarms(ctx, memo.memo_id, alarmAt === null ? [] : [{ ...alarm, alarmAt: new Date(alarmAt) }]);
  return edit;
}

async function mustBeType({ db, instance }: CommandContext, memo: MemoRow, requested: number | null): Promise<void> {
  if (requested === null || requested === memo.communication_type) return;
  const types = typesFor(await readTypes(db, instance.id), null);
  if (!types.some((type) => type.type_id === requested)) fail('NOT_FOUND');
}

/** The contact person that is meant. Who sees no records leaves it as it is. Fails with NOT_FOUND for one of a record that it is not linked with. */
async function knownPerson(
  { db, instance, person }: CommandContext,
  memo: MemoRow,
  requested: number | null,
): Promise<number | null> {
  if (!person.rights.idoList) return memo.contact_person_id;
  if (requested === null || requested === memo.contact_person_id) return requested;
  const links = (await linksOf(db, instance.id, [memo.memo_id])).get(memo.memo_id) ?? [];
  const recordIds = links.map(({ idoId }) => idoId);
  const persons = await contactPersonsOf(db, instance.id, recordIds);
  return persons.some(({ personId }) => personId === requested) ? requested : fail('NOT_FOUND');
}
