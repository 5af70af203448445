import { STATES } from '@kontor/contract/activity';
import { findBoxByName, findUserByName, insertBox } from '../modules/account/index.ts';
import { importMails, type ImportTarget, type ImportedMail } from '../modules/mail/index.ts';
import { MailParser } from '../platform/mailparse/index.ts';
import type { Change } from '../platform/operation/change.ts';
import type { Instance, Platform } from '../platform/operation/context.ts';
import { demoMails, type DemoMail } from './mails.ts';
import { fillDocuments } from './fill-documents.ts';
import { fillEarlierRecords, fillRecords, linkSome } from './fill-records.ts';
import { fillTasks } from './fill-tasks.ts';
import { DEMO_DOMAIN } from './seed.ts';
import { fillingSince, finishFilling } from './store.ts';

type Mailbox = DemoMail['mailbox'];

/** The people who see each of the demo's mailboxes. */
const MEMBERS: Readonly<Record<Mailbox, readonly string[]>> = {
  anna: ['anna'],
  ben: ['ben'],
  chris: ['chris'],
  info: ['anna', 'ben', 'chris'],
  service: ['ben', 'anna'],
};

/**
 * Puts the demo's mails into its mailboxes, if that was begun and never finished; what is there already stays as it is. The mails
 * come while the server runs, so that whoever signs in sees them arrive; a stop waits for the one at hand alone. Answers how many came;
 * undefined where it was stopped.
 */
export async function fillDemo(
  platform: Platform,
  change: Change,
  stopped: Promise<void>,
): Promise<number | undefined> {
  let isStopped = false;
  void stopped.then(() => (isStopped = true));
  const filling = await fillingSince(platform.database.owner);
  if (filling === undefined) return 0;
  const { instance, since } = filling;
  await fillRecords(change, instance, since);
  await fillDocuments(platform, change, instance, since);
  await fillTasks(change, instance, since);
  const targets = await demoBoxes(change, instance);
  const mails = (await demoMails(since)).toReversed();
  const parser = new MailParser({ processes: 1 });
  let count = 0;
  try {
    for (const [mailbox, target] of targets) {
      const own = until(() => isStopped, mails.filter((mail) => mail.mailbox === mailbox).map(toImport));
      count += await importMails({ platform, change, parser }, instance, target, own, 2);
    }
  } finally {
    await parser.close();
  }
  if (isStopped) return undefined;
  await linkSome(change, instance);
  await fillEarlierRecords(change, instance, since, () => isStopped);
  if (isStopped) return undefined;
  await finishFilling(platform.database.owner, instance.id);
  return count;
}

function* until<T>(isOver: () => boolean, values: readonly T[]): Generator<T> {
  for (const value of values) {
    if (isOver()) return;
    yield value;
  }
}

const toImport = (mail: DemoMail): ImportedMail => ({
  raw: mail.raw,
  date: mail.date,
  status: STATES[mail.status],
  direction: mail.folder === 'Sent' ? 'outgoing' : 'incoming',
});

/** The mailboxes of the demo, made anew or found from the time before. */
function demoBoxes(change: Change, instance: Instance): Promise<[Mailbox, ImportTarget][]> {
  return change(instance, async ({ db }) => {
    const boxes: [Mailbox, ImportTarget][] = [];
    for (const [mailbox, names] of Object.entries(MEMBERS) as [Mailbox, readonly string[]][]) {
      const users = await Promise.all(names.map((name) => findUserByName(db, instance.id, name)));
      const memberIds = users.flatMap((user) => (user === undefined ? [] : [user.user_id]));
      const name = `${mailbox}@${DEMO_DOMAIN}`;
      const known = await findBoxByName(db, instance.id, 'email', name);
      const boxId =
        known ?? (await insertBox(db, instance.id, { module: 'email', name, sharedState: true, memberIds }));
      boxes.push([mailbox, { boxId, channel: name, memberIds }]);
    }
    return boxes;
  });
}
