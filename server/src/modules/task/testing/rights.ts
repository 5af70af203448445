import type { taskCommands, taskQueries } from '@kontor/contract/task';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { MAIL, NO, NONE, row, type Row } from '../../../testing/rights/rows.ts';

type Operation =
  | (typeof taskQueries)[keyof typeof taskQueries]['name']
  | (typeof taskCommands)[keyof typeof taskCommands]['name'];

/** What is written in one; what it says has the word of what mails say. */
const fields = ({ ids, mailWord }: Fixture) => ({
  title: mailWord,
  content: `<p>${mailWord}</p>`,
  responsibleUserId: ids.owner,
  ownerUserId: 0,
  fixedMaturityDate: '2027-03-01',
  repetitionConfig: { type: 'weekly' },
  tags: [mailWord],
  zone: 'Europe/Berlin',
});

const newTask =
  (moduleLayout: 'task' | 'note' = 'task') =>
  (fixture: Fixture) =>
    fixture.clients.owner.command<{ aggregateId: string }>('task.create', {
      ...fields(fixture),
      moduleLayout,
      inactive: false,
    });

const seen = async (fixture: Fixture) => {
  await newTask()(fixture);
  await newTask('note')(fixture);
  return {};
};
/** For who sees it alone. */
const own = row([NONE, NONE, NONE, '200', NONE], newTask());

/** What is of tasks and notes: these are the owner's alone. */
export const OPERATIONS = {
  'task.items': row([NO, '200', NO, MAIL, '200'], seen),
  'note.items': row([NO, '200', NO, MAIL, '200'], seen),
  'task.details': row([NONE, NONE, NONE, MAIL, NONE], newTask()),
  'task.search': row([NO, '200', NO, MAIL, '200'], async (fixture) => ({ ...(await seen(fixture)), query: '' })),
  'task.tags': row([NO, '200', NO, MAIL, '200'], seen),
  'task.create': row([NO, '200', NO, '200', '200'], () => ({ responsibleUserId: null, activityLink: null })),
  'task.process': row([NONE, NONE, NONE, '200', NONE], async (fixture) => ({
    ...(await newTask()(fixture)),
    ...fields(fixture),
    aggregateVersion: 1,
  })),
  'task.delayOneDay': own,
  'task.delayOneWeek': own,
  'task.unsubscribe': own,
  'task.destroy': own,
  'task.skip': own,
  'task.favor': own,
  'task.lock': own,
  'task.unlock': own,
  'task.move': own,
} satisfies Record<Operation, Row>;
