import {
  DEFAULT_EDIT_MINUTES,
  MESSAGE_RULES_KEY,
  MessageRulesSchema,
  messageEvents,
  type MessageRules,
} from '@kontor/contract/message';
import { listKey } from '@kontor/contract/activity';
import * as v from 'valibot';
import type { Db } from '../../platform/db/database.ts';
import type { CommandContext } from '../../platform/operation/context.ts';
import { findInstanceRow, requireAdministrator, setOwnInstance } from '../account/index.ts';

/** Where an instance keeps what holds for its messages. */
const KEY = 'messages';

/** What holds for the messages of an instance. */
export async function readRules(db: Db, instanceId: number): Promise<MessageRules> {
  const { settings } = await findInstanceRow(db, instanceId);
  const kept = v.safeParse(MessageRulesSchema, settings[KEY]);
  return kept.success ? kept.output : { editMinutes: DEFAULT_EDIT_MINUTES, readMarks: true };
}

/** Writes what holds for them. Fails with RIGHT_MISSING. */
export async function saveRules(ctx: CommandContext, rules: MessageRules): Promise<void> {
  requireAdministrator(ctx);
  const { title } = await findInstanceRow(ctx.db, ctx.instance.id);
  const before = await readRules(ctx.db, ctx.instance.id);
  await setOwnInstance(ctx.db, title, { [KEY]: rules });
  // Rows of lists say how many have read.
  const keys = [MESSAGE_RULES_KEY, ...(before.readMarks === rules.readMarks ? [] : [listKey('message')])];
  ctx.emit(messageEvents.rulesChanged, 'instance', { keys, processIds: [...ctx.processIds], aggregateIds: [] });
}
