import { STATES } from '@kontor/contract/activity';
import { findBoxByName, findUserByName } from '../modules/account/index.ts';
import { importInBatches, openAddress, type ImportTarget, type ImportedMail } from '../modules/mail/index.ts';
import { MailParser } from '../platform/mailparse/index.ts';
import type { Change } from '../platform/operation/change.ts';
import type { ChangeContext, Instance, Platform } from '../platform/operation/context.ts';
import type { DemoMail } from './mails.ts';
import { fillAppointments } from './fill-appointments.ts';
import { fillCalls } from './fill-calls.ts';
import { fillDocuments } from './fill-documents.ts';
import { fillMemos } from './fill-memos.ts';
import { fillMessages } from './fill-messages.ts';
import { fillEarlierRecords, fillRecords, linkSome } from './fill-records.ts';
import { fillTasks } from './fill-tasks.ts';
import { person } from './people.ts';
import { DEMO_DOMAIN } from './seed.ts';
import { fillingSince, finishFilling } from './store.ts';

type Mailbox = DemoMail['mailbox'];

/** Processes that take the mails apart; the server and the database, which work beside it, leave no more than a core. */
const PARSERS = 1;

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
 * come while the server runs, so that whoever signs in sees them arrive; a stop waits for those at hand alone. Returns how many came;
 * undefined where it was stopped. Records of earlier years are most of its rows: `hasEarlierRecords` leaves them out.
 */
export async function fillDemo(
  platform: Platform,
  change: Change,
  stopped: Promise<void>,
  { hasEarlierRecords = true }: { readonly hasEarlierRecords?: boolean } = {},
): Promise<number | undefined> {
  let isStopped = false;
  void stopped.then(() => (isStopped = true));
  const filling = await fillingSince(platform.database.owner);
  if (filling === undefined) return 0;
  const { instance, since } = filling;
  const [count] = await Promise.all([
    fillMails(platform, change, instance, since, () => isStopped),
    fillTasks(change, instance, since)
      .then(() => fillDocuments(platform, change, instance, since))
      .then(() => fillRecords(change, instance, since))
      .then(() => fillMemos(change, instance, since))
      .then(() => fillMessages(change, instance, since))
      .then(() => fillAppointments(change, instance, since))
      .then(() => fillCalls(change, instance, since)),
  ]);
  if (isStopped) return undefined;
  await linkSome(change, instance);
  if (hasEarlierRecords) await fillEarlierRecords(change, instance, since, () => isStopped);
  if (isStopped) return undefined;
  await finishFilling(platform.database.owner, instance.id);
  return count;
}

/** Puts the mails in, the newest first, until it is to be stopped. Returns how many came. */
async function fillMails(
  platform: Platform,
  change: Change,
  instance: Instance,
  since: Date,
  isOver: () => boolean,
): Promise<number> {
  const parser = new MailParser({ processes: PARSERS });
  parser.prepare();
  try {
    // Loaded where they are wanted, which is at the first start alone.
    const { demoMails } = await import('./mails.ts');
    const all = (await demoMails(since)).toReversed();
    // The newest first, of all mailboxes: whoever signs in meanwhile sees what a list begins with.
    const mails = (await demoBoxes(change, instance))
      .flatMap(([mailbox, target]) =>
        all.filter((mail) => mail.mailbox === mailbox).map((mail) => ({ ...toImport(mail), date: mail.date, target })),
      )
      .toSorted((a, b) => b.date.getTime() - a.date.getTime());
    return await importInBatches({ platform, change, parser }, instance, until(isOver, mails));
  } finally {
    await parser.close();
  }
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
export function demoBoxes(change: Change, instance: Instance): Promise<[Mailbox, ImportTarget][]> {
  return change(instance, async (ctx) => {
    const { db } = ctx;
    const boxes: [Mailbox, ImportTarget][] = [];
    for (const [mailbox, names] of Object.entries(MEMBERS) as [Mailbox, readonly string[]][]) {
      const users = await Promise.all(names.map((name) => findUserByName(db, instance.id, name)));
      const memberIds = users.flatMap((user) => (user === undefined ? [] : [user.user_id]));
      const email = `${mailbox}@${DEMO_DOMAIN}`;
      const known = await findBoxByName(db, instance.id, 'email', email);
      const boxId = known ?? (await openMailbox(ctx, { name: person(mailbox).name, email, memberIds }));
      boxes.push([mailbox, { boxId, channel: email, memberIds }]);
    }
    return boxes;
  });
}

/** An address with its box; the first of its members owns it. */
async function openMailbox(
  ctx: ChangeContext,
  { name, email, memberIds }: { readonly name: string; readonly email: string; readonly memberIds: readonly number[] },
): Promise<number> {
  const [ownerId] = memberIds;
  if (ownerId === undefined) throw new Error(`Nobody is there for ${email}`);
  const { boxId } = await openAddress(ctx, ownerId, { name, email, memberIds: [...memberIds], sharedState: true });
  return boxId;
}
