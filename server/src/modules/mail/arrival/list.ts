import type { Direction } from '@kontor/contract/activity';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { noteGrowth } from '../../../platform/db/growth.ts';
import { holdBox } from '../../account/index.ts';
import { addViewers, insertItems, noteAnswers, type NewItem, type Viewer } from '../../activity/index.ts';
import { checkArrivals } from '../checks/checking.ts';
import { domainOf } from '../senders/domains.ts';
import { factsOf, fieldsOf, itemOf, warningsOf, type Facts, type Placement, type PreparedMail } from './prepare.ts';
import { MAILS } from './growth.ts';
import { enqueueRereadingIfWorthwhile } from './reread.ts';
import { namesOf, takeEvidence } from '../sending/evidence.ts';
import { namedOutgoing } from '../sending/store/outgoing.ts';
import { findMailsByKeys, insertMails, lockContentKeys } from '../store/mails.ts';
import { keepRaws } from '../store/raws.ts';
import { noteWritten } from '../store/senders.ts';
import { enqueueCounting } from '../writing/counting.ts';
import { announceThreads, findThreads } from '../threads/threading.ts';

export interface Arrival {
  readonly mail: PreparedMail;
  readonly placement: Placement;
}

interface Keyed extends Arrival {
  readonly key: string;
}

/** What makes two mails one. What a person sent is another item than what colleagues got: direction and state belong to it. */
export const contentKeyOf = (mail: PreparedMail, direction: Direction): string =>
  `${direction}:${(mail.parsed ?? mail.crude).contentKey}`;

/** Puts a mail into the lists, in the transaction of `ctx`; see `listMails`. */
export async function listMail(ctx: ChangeContext, mail: PreparedMail, placement: Placement): Promise<ListedMail> {
  const [listed] = await listMails(ctx, [{ mail, placement }]);
  if (listed === undefined) throw new Error('A mail was not listed');
  return listed;
}

/** A mail that is in the lists, and whether it was put there just now. */
export interface ListedMail {
  readonly mailId: number;
  readonly isNew: boolean;
}

/**
 * Puts mails into the lists, in the transaction of `ctx`. Returns them in the order given. One that is there already, from
 * another mailbox or folder, gets the new viewers and nothing else.
 */
export async function listMails(ctx: ChangeContext, arrivals: readonly Arrival[]): Promise<readonly ListedMail[]> {
  const { db, instance } = ctx;
  const keyed = arrivals.map((it): Keyed => ({ ...it, key: contentKeyOf(it.mail, it.placement.direction) }));
  // In one order, so that two who list the same mails never wait for each other.
  const keys = [...new Set(keyed.map(({ key }) => key))].toSorted();
  const [viewersOf, , known] = await Promise.all([
    readMembers(ctx, arrivals),
    lockContentKeys(db, instance.id, keys),
    findMailsByKeys(db, instance.id, keys),
  ]);
  const ids = new Map(known);
  // A server may have changed what makes a mail this mail; those of ours are known all the same.
  for (const [key, id] of await oursAmong(
    ctx,
    keyed.filter(({ key, placement }) => placement.direction === 'outgoing' && !placement.isImported && !ids.has(key)),
  ))
    ids.set(key, id);
  const firsts = new Map(
    keyed
      .filter(({ key }) => !ids.has(key))
      .map((it) => [it.key, it] as const)
      .toReversed(),
  );
  const fresh = keyed.filter((it) => firsts.get(it.key) === it);
  for (const [key, id] of await insertFresh(ctx, fresh, viewersOf)) ids.set(key, id);
  ctx.afterCommit(() => noteGrowth(ctx, MAILS, fresh.length));
  const isFresh = new Set(fresh);
  // One of ours in a sent folder: its server has taken it.
  const again = keyed.filter((one) => !isFresh.has(one) && one.placement.direction === 'outgoing');
  await takeEvidence(
    ctx,
    again.map(({ key, mail, placement }) => ({ mailId: ids.get(key) ?? 0, mail, placement })),
  );
  for (const it of keyed.filter((one) => !isFresh.has(one)).toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    await addViewers(ctx, 'email', ids.get(it.key) ?? 0, viewersOf(it.placement));
  const imported = keyed.filter(({ placement }) => placement.isImported);
  if (imported.length > 0)
    await keepRaws(
      db,
      instance.id,
      imported.map(({ key, mail, placement }) => ({
        mail_id: ids.get(key) ?? 0,
        box_id: placement.boxId,
        raw_hash: mail.rawHash,
        raw_size: mail.rawSize,
      })),
    );
  await enqueueCounting(
    ctx,
    arrivals.map(({ placement }) => placement.boxId),
  );
  return keyed.map((it) => ({ mailId: ids.get(it.key) ?? 0, isNew: isFresh.has(it) }));
}

/**
 * The items that some mails of a sent folder are, because they were sent from here: out of the mailbox in which they lie. Who has got a mail knows what it is
 * known by, so that one in another mailbox, or one that is imported, is a mail of its own.
 */
async function oursAmong(ctx: ChangeContext, arrivals: readonly Keyed[]): Promise<ReadonlyMap<string, number>> {
  if (arrivals.length === 0) return new Map();
  const found = new Map<string, number>();
  const names = arrivals.map(({ mail }) => namesOf(mail));
  const named = await namedOutgoing(ctx.db, ctx.instance.id, {
    messageIds: names.flatMap(({ messageIds }) => messageIds),
    references: names.flatMap(({ references }) => references),
  });
  for (const { key, mail, placement } of arrivals) {
    const { messageIds, references } = namesOf(mail);
    const row = named.find(
      (it) =>
        it.box_id === placement.boxId &&
        it.fields.written.subject.trim() === mail.parsed?.subject.trim() &&
        (references.includes(it.reference) || messageIds.includes(it.message_id.slice(1, -1))),
    );
    if (row?.mail_id != null) found.set(key, row.mail_id);
  }
  return found;
}

/** Who sees what is put into the boxes: whoever has left one since the caller looked sees nothing of what comes into it. */
async function readMembers(
  ctx: ChangeContext,
  arrivals: readonly Arrival[],
): Promise<(placement: Placement) => readonly Viewer[]> {
  const boxIds = [...new Set(arrivals.map(({ placement }) => placement.boxId))].toSorted((a, b) => a - b);
  const held = await Promise.all(boxIds.map((boxId) => holdBox(ctx.db, ctx.instance.id, boxId, 'share')));
  const members = new Map(boxIds.map((boxId, index) => [boxId, held[index]]));
  return ({ boxId, viewers }) => {
    const placed = viewers.filter(({ userId }) => members.get(boxId)?.has(userId));
    return placed.map((viewer) => ({ ...viewer, boxId, mine: placed.length === 1 }));
  };
}

/** Inserts mails that nobody has yet. Returns their ids by their keys. */
async function insertFresh(
  ctx: ChangeContext,
  fresh: readonly Keyed[],
  viewersOf: (placement: Placement) => readonly Viewer[],
): Promise<ReadonlyMap<string, number>> {
  const instanceId = ctx.instance.id;
  const read: { it: Keyed; facts: Facts; fields: ReturnType<typeof fieldsOf>; item: NewItem }[] = [];
  for (const it of fresh) {
    const { mail, placement } = it;
    const facts = factsOf(mail);
    const warnings = await warningsOf(ctx, facts, placement.direction);
    const { boxId, channel, direction } = placement;
    const item = { module: 'email', boxId, channel, direction, viewers: viewersOf(placement) } as const;
    read.push({
      it,
      facts,
      fields: fieldsOf(mail, facts, warnings),
      item: { ...item, ...itemOf(mail, facts, placement, warnings) },
    });
  }
  const mailIds = await insertItems(
    ctx,
    read.map(({ item }) => item),
  );
  const threading = await findThreads(
    ctx,
    read.map(({ fields, facts, item, it: { placement } }, index) => ({
      ...fields,
      mail_id: mailIds[index] ?? 0,
      people: facts.people,
      ts: item.ts,
      channel: placement.channel,
      box_ids: [placement.boxId],
    })),
  );
  const ids = new Map<string, number>();
  const rows: Parameters<typeof insertMails>[1][number][] = [];
  const written: { mailId: number; domain: string }[] = [];
  for (const [index, { it, facts, fields }] of read.entries()) {
    const { mail, placement, key } = it;
    const mailId = mailIds[index] ?? 0;
    ids.set(key, mailId);
    rows.push({
      mail: {
        instance_id: instanceId,
        mail_id: mailId,
        content_key: key,
        raw_hash: mail.rawHash,
        raw_size: mail.rawSize,
        ...fields,
        thread_id: threading.placed.get(mailId)?.threadId ?? mailId,
        thread_by: threading.placed.get(mailId)?.by ?? 'references',
      },
      attachments: mail.attachments,
    });
    if (placement.direction === 'outgoing') for (const domain of domainsOf(facts)) written.push({ mailId, domain });
    await enqueueRereadingIfWorthwhile(ctx, mailId, mail.failure);
  }
  await insertMails(ctx.db, rows);
  const come = read.flatMap(({ it: { mail, placement } }, index) =>
    placement.direction === 'incoming' ? { mailId: mailIds[index] ?? 0, mail, placement } : [],
  );
  await takeEvidence(ctx, come);
  await noteWritten(ctx.db, instanceId, written);
  await checkArrivals(
    ctx,
    read.map(({ it, item }, index) => ({
      mailId: mailIds[index] ?? 0,
      ts: item.ts,
      isIncoming: it.placement.direction === 'incoming',
      isSigned: Boolean(it.mail.parsed?.signed),
    })),
  );
  const inThreads = [...threading.placed].filter(([mailId, { threadId }]) => threadId !== mailId);
  if (read.some(({ it }) => it.placement.direction === 'incoming')) await noteAnswers(ctx);
  await announceThreads(ctx, [...inThreads.map(([, { threadId }]) => threadId), ...threading.joined.values()]);
  return ids;
}

/** Domains that a mail was sent to, each once. */
function domainsOf({ people }: Facts): ReadonlySet<string> {
  const receivers = [...people.to, ...people.cc];
  return new Set(receivers.flatMap(({ address }) => domainOf(address)?.host ?? []));
}
