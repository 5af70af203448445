import { memoCommands, memoQueries, type MemoDetail, type MemoFields } from '@kontor/contract/memo';
import type { Client } from '../../client/client.ts';
import { asFailure } from '../../client/failure.ts';
import type { Stored } from '../../editor/co-edit.ts';
import { docOfHtml, htmlOfDoc, textOfDoc, type WrittenNode } from '../../editor/index.ts';
import { mergerOf } from '../../editor/merge-edit.ts';
import type { CoEditKind } from '../../editor/open-edits.ts';

/** What of a memo is edited. */
export interface Memo extends Omit<MemoFields, 'content'> {
  readonly doc: WrittenNode;
}

/** What the server says of a memo as it is edited here. */
export async function memoOf(details: MemoFields & Pick<MemoDetail, 'aggregateVersion'>): Promise<Stored<Memo>> {
  const { title, alarm, communicationTypeId, contactPersonId, duration, timestamp } = details;
  return {
    version: details.aggregateVersion,
    fields: {
      title,
      doc: await docOfHtml(details.content),
      alarm,
      communicationTypeId,
      contactPersonId,
      duration,
      timestamp,
    },
  };
}

async function send(
  client: Client,
  aggregateId: string,
  { version, fields }: Stored<Memo>,
  _isTyping: boolean,
  id: string,
) {
  const { doc, ...rest } = fields;
  try {
    const { aggregateVersion } = await client.transport.command(
      memoCommands.save,
      { aggregateId, aggregateVersion: version, ...rest, title: rest.title.trim(), content: htmlOfDoc(doc) },
      id,
      { once: true },
    );
    return { version: aggregateVersion };
  } catch (error) {
    const { code, problem } = asFailure(error);
    if (code !== 'MEMO_CONFLICT' || problem?.data === undefined) throw error;
    return { standing: await memoOf(problem.data as Parameters<typeof memoOf>[0]) };
  }
}

/** Memos as they are edited by several, or by one on several devices. */
export const MEMOS: CoEditKind<Memo> = {
  kind: 'memo',
  merge: mergerOf<Memo>({ texts: ['doc'], lines: ['title'], sets: [] }),
  send,
  ask: (client, aggregateId) => client.transport.query(memoQueries.details, { aggregateId }, { once: true }),
  textOf: ({ title, doc }) => `${title}\n\n${textOfDoc(doc)}`,
};
