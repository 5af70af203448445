import type { memoCommands, MemoFields } from '@kontor/contract/memo';
import { STATES } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf, requireRight } from '../account/index.ts';
import { edits, editItems, insertItem, noteChange, rewriteItem, takeWritten, type Leaves } from '../activity/index.ts';
import { setAlarms } from '../alarm/index.ts';
import { contactPersonsOf, knownRecord, linkItems, linksOf } from '../record/index.ts';
import { takeMemo } from './access.ts';
import { differencesOf, fieldsOf, mayRing, storedExtras } from './rules.ts';
import { insertMemo, updateMemo, type MemoRow } from './store.ts';

export const commandHandlers = (leaves: () => Leaves): CommandHandlers<typeof memoCommands> => ({
  async create(ctx, { idoId, instanceId }) {
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
    return { aggregateId: formatAggregateId({ module: 'activity', entryId: memoId, userId: person.id }) };
  },

  async save(ctx, { aggregateId, aggregateVersion, ...given }) {
    const memo = await takeMemo(ctx, aggregateId);
    const before = fieldsOf(memo);
    if (memo.edit !== aggregateVersion)
      return fail('MEMO_CONFLICT', { data: { aggregateVersion: memo.edit, ...shown(ctx, before) } });
    const alarmAt = given.alarm === null ? null : Date.parse(given.alarm);
    if (!mayRing(alarmAt, memo.alarm_at, ctx.now())) return fail('MEMO_ALARM_INVALID');
    const written = await takeWritten(ctx, memo.memo_id, given.content);
    const after: MemoFields = {
      ...given,
      content: written.html,
      alarm: alarmAt === null ? null : new Date(alarmAt).toISOString(),
      contactPersonId: await knownPerson(ctx, memo, given.contactPersonId),
    };
    const differences = differencesOf(before, after);
    if (differences.length === 0) return { aggregateVersion: memo.edit };
    await noteChange(ctx, memo.memo_id, differences);
    const { db, instance, person } = ctx;
    const edit = await updateMemo(db, instance.id, memo.memo_id, {
      content: after.content,
      communication_type: after.communicationTypeId,
      contact_person_id: after.contactPersonId,
      duration_s: after.duration,
      alarm_at: alarmAt,
    });
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
    return { aggregateVersion: edit };
  },

  async delete(ctx, { aggregateId }) {
    const memo = await takeMemo(ctx, aggregateId);
    await editItems(ctx, leaves(), ctx.person.id, [memo.memo_id], edits.trash(new Date(ctx.now())));
    return {};
  },
});

/** What a person may know of a memo's fields: whom it was with is a part of records. */
const shown = ({ person }: CommandContext, fields: MemoFields): MemoFields =>
  person.rights.idoList ? fields : { ...fields, contactPersonId: null };

/** The contact person that is meant. Who sees no records leaves it as it is. Fails with NOT_FOUND for one of a record that it is not linked with. */
async function knownPerson(
  { db, instance, person }: CommandContext,
  memo: MemoRow,
  asked: number | null,
): Promise<number | null> {
  if (!person.rights.idoList) return memo.contact_person_id;
  if (asked === null || asked === memo.contact_person_id) return asked;
  const links = (await linksOf(db, instance.id, [memo.memo_id])).get(memo.memo_id) ?? [];
  const recordIds = links.map(({ idoId }) => idoId);
  const persons = await contactPersonsOf(db, instance.id, recordIds);
  return persons.some(({ personId }) => personId === asked) ? asked : fail('NOT_FOUND');
}
