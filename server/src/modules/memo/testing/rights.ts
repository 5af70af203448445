import type { historyQueries, writtenQueries } from '@kontor/contract/activity';
import type { memoCommands, memoQueries, recordActivityCommands, recordActivityQueries } from '@kontor/contract/memo';
import { upload } from '../../../testing/upload.ts';
import { mail, newRecord } from '../../../testing/rights/given.ts';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { BOX, MAIL, NO, NONE, all, forAdministrators, row, type Row } from '../../../testing/rights/rows.ts';

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];
type Operation =
  | NameIn<typeof memoQueries>
  | NameIn<typeof memoCommands>
  | NameIn<typeof recordActivityQueries>
  | NameIn<typeof recordActivityCommands>
  | NameIn<typeof historyQueries>
  | NameIn<typeof writtenQueries>;

const newMemo = async (fixture: Fixture) => {
  const { idoId, idoInstanceId } = await newRecord(fixture);
  return fixture.clients.owner.command<{ aggregateId: string }>('memo.create', { idoId, instanceId: idoInstanceId });
};

/** What the owner has written down: what nobody else may read. */
const memoFields = (fixture: Fixture, content = `<p>${fixture.mailWord}</p>`) => ({
  aggregateVersion: 1,
  title: fixture.mailWord,
  content,
  alarm: null,
  communicationTypeId: 1,
  contactPersonId: null,
  duration: 60,
  timestamp: 1_795_219_200,
});
const writtenMemo = async (fixture: Fixture, content?: string) => {
  const memo = await newMemo(fixture);
  await fixture.clients.owner.command('memo.save', { ...memo, ...memoFields(fixture, content) });
  return memo;
};

/** The smallest picture that there is. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** What is of memos, of what is written inside the company, and of what became of it. */
export const OPERATIONS = {
  // Memos are theirs who have written them, until they are shared.
  'memo.details': row([NONE, NONE, NONE, MAIL, NONE], writtenMemo),
  'memo.create': row([NO, '200', NO, '200', '200'], async (fixture) => {
    const { idoId, idoInstanceId } = await newRecord(fixture);
    return { idoId, instanceId: idoInstanceId };
  }),
  'memo.save': row([NONE, NONE, NONE, '200', NONE], async (fixture) => ({
    ...(await newMemo(fixture)),
    ...memoFields(fixture),
  })),
  'memo.delete': row([NONE, NONE, NONE, '200', NONE], newMemo),
  'recordActivity.boxes': row([NO, '200', NO, BOX, '200']),
  'recordActivity.communicationTypes': all('200'),
  'recordActivity.scheduledDetails': row([NONE, NONE, NONE, MAIL, NONE], (fixture) => writtenMemo(fixture)),
  'recordActivity.create': row([NO, '200', NO, '200', '200'], async (fixture) => {
    const { idoId, idoInstanceId } = await newRecord(fixture);
    return { idoId, instanceId: idoInstanceId };
  }),
  'recordActivity.save': row([NONE, NONE, NONE, '200', NONE], async (fixture) => ({
    ...(await newMemo(fixture)),
    ...memoFields(fixture),
  })),
  'recordActivity.delete': row([NONE, NONE, NONE, '200', NONE], newMemo),
  'recordActivity.saveCommunicationTypes': forAdministrators('200'),
  'activity.history': row([NONE, NONE, '200', '200', NONE], mail),
  'activity.picture': row([NONE, NONE, NONE, '200', NONE], async (fixture) => {
    const { uploadId } = await upload(fixture.clients.owner, PICTURE, 'punkt.gif');
    const memo = await writtenMemo(fixture, `<p><img data-kontor-upload="${uploadId}" alt="" /></p>`);
    return { ...memo, key: uploadId.replaceAll('-', '') };
  }),
} satisfies Record<Operation, Row>;
