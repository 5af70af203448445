import { Readable } from 'node:stream';
import type { ParamsOf } from '@kontor/contract/kernel';
import type { messageQueries } from '@kontor/contract/message';
import { CSV_TYPE, csvHead, csvLine } from '../../platform/csv.ts';
import type { QueryContext } from '../../platform/operation/context.ts';
import { StreamAnswer } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { findThread } from './access.ts';
import { NO_MARKS, unseenMarks } from './marks.ts';
import { readReceivers } from './store/members.ts';
import { toInstant } from './views.ts';

/** Receivers that are read at once. */
const AT_ONCE = 500;

const TEXTS = {
  ';': { file: 'bestaetigungen', columns: ['Name', 'Bestätigt', 'Zeit'], yes: 'ja', no: 'nein', guest: 'per E-Mail' },
  ',': { file: 'confirmations', columns: ['Name', 'Confirmed', 'Time'], yes: 'yes', no: 'no', guest: 'by mail' },
} as const;

/** Who has confirmed a message, and when, as a table. Fails with NOT_FOUND, and with RIGHT_MISSING for all but who sent one that asks for it. */
export async function exportConfirmations(
  ctx: QueryContext,
  { aggregateId, delimiter }: ParamsOf<typeof messageQueries.confirmations>,
): Promise<StreamAnswer> {
  const { db, instance, person } = ctx;
  const { message, standing } = await findThread(ctx, { aggregateId, communicationPartnerUserId: null });
  const { message_id: messageId, begun_by: begunBy, confirms } = message;
  if (!confirms || !standing.isMember || begunBy !== person.id) return fail('RIGHT_MISSING');
  const { file, columns, yes, no, guest } = TEXTS[delimiter];
  // Nothing stands in it of who has read.
  const unseen = unseenMarks(NO_MARKS, person.id);
  async function* lines(): AsyncGenerator<string> {
    yield csvHead(columns, delimiter);
    for (let offset = 0, isMore = true; isMore; offset += AT_ONCE) {
      const rows = await readReceivers(db, instance.id, messageId, { offset, limit: AT_ONCE, only: null, unseen });
      for (const { name, address, confirmed_at: at } of rows)
        // Who gets a mail is not asked.
        yield csvLine([name, address !== null ? guest : at === null ? no : yes, toInstant(at) ?? ''], delimiter);
      isMore = rows.length === AT_ONCE;
    }
  }
  const day = new Date(ctx.now()).toISOString().slice(0, 10);
  return new StreamAnswer({
    type: CSV_TYPE,
    fileName: `${file}-${day}.csv`,
    read: () => Readable.from(lines(), { objectMode: false }),
  });
}
