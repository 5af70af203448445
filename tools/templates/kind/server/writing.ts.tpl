import { STATES } from '@kontor/contract/activity';
import type { {{Name}}Fields } from '@kontor/contract/{{name}}';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf, requireRight } from '../account/index.ts';
import { insertItem, noteChange, rewriteItem, takeWritten } from '../activity/index.ts';
import { setAlarms } from '../alarm/index.ts';
import { differencesOf, fieldsOf, mayRing } from './rules.ts';
import { insert{{Name}}, update{{Name}}, type {{Name}}Row } from './store.ts';

const MAX_PREVIEW = 160;

/** Makes one that is empty, and returns its number. Fails with RIGHT_MISSING. */
export async function begin{{Name}}(ctx: CommandContext): Promise<number> {
  requireRight(ctx, '{{name}}List');
  requireRight(ctx, 'create{{Name}}');
  const { db, instance, person } = ctx;
  const author = (await namesOf(db, instance.id, [person.id])).get(person.id) ?? '';
  const id = await insertItem(ctx, {
    module: '{{name}}',
    ts: new Date(ctx.now()),
    boxId: 0,
    direction: 'bidirectional',
    contact: author,
    information: '',
    channel: '',
    extras: {},
    viewers: [{ userId: person.id, boxId: 0, status: STATES.seen, mine: true }],
    search: { title: '', senders: author, receivers: '', body: '' },
  });
  await insert{{Name}}(db, instance.id, id, person.id);
  return id;
}

/** Writes one, which was taken for this transaction, with all that follows. Returns the number of the edit. Fails with {{NAME}}_ALARM_INVALID. */
export async function write{{Name}}(ctx: CommandContext, row: {{Name}}Row, given: {{Name}}Fields): Promise<number> {
  const { db, instance, person } = ctx;
  const id = row.{{name}}_id;
  const alarmAt = given.alarm === null ? null : Date.parse(given.alarm);
  if (!mayRing(alarmAt, row.alarm_at, ctx.now())) return fail('{{NAME}}_ALARM_INVALID');
  const written = await takeWritten(ctx, id, given.content);
  const alarm = alarmAt === null ? null : new Date(alarmAt).toISOString();
  const differences = differencesOf(fieldsOf(row), { title: given.title, content: written.html, alarm });
  if (differences.length === 0) return row.edit;
  await noteChange(ctx, id, differences);
  const edit = await update{{Name}}(db, instance.id, id, { content: written.html, alarm_at: alarmAt });
  const author = (await namesOf(db, instance.id, [row.created_by])).get(row.created_by) ?? '';
  await rewriteItem(ctx, '{{name}}', id, {
    ts: row.ts,
    contact: author,
    information: given.title,
    extras: {
      hasAlarm: alarmAt !== null,
      preview: written.text.replace(/\s+/g, ' ').slice(0, MAX_PREVIEW).toWellFormed(),
    },
    search: { title: given.title, senders: author, receivers: '', body: written.text },
  });
  const own = { userId: person.id, type: '{{name}}', subjectAt: row.ts } as const;
  await setAlarms(ctx, id, alarmAt === null ? [] : [{ ...own, alarmAt: new Date(alarmAt) }]);
  return edit;
}
