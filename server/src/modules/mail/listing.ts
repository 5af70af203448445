import type { Direction } from '@kontor/contract/activity';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { holdBox } from '../account/index.ts';
import { addViewers, insertItems, type NewItem, type Viewer } from '../activity/index.ts';
import { domainOf } from './domains.ts';
import { factsOf, fieldsOf, itemOf, warningsOf, type Facts, type Placement, type PreparedMail } from './filing.ts';
import { noteGrowth } from './growth.ts';
import { enqueueReadingIfWorthwhile } from './read-anew.ts';
import { findMailsByKeys, insertMails, lockContentKeys } from './store/mails.ts';
import { noteWritten } from './store/senders.ts';

export interface Arrival {
  readonly mail: PreparedMail;
  readonly place: Placement;
}

interface Keyed extends Arrival {
  readonly key: string;
}

/** What makes two mails one. What a person sent is another item than what colleagues got: direction and state belong to it. */
const contentKeyOf = (mail: PreparedMail, direction: Direction): string =>
  `${direction}:${(mail.parsed ?? mail.crude).contentKey}`;

/** Puts a mail into the lists, in the transaction of `ctx`, and answers its id; see `listMails`. */
export async function listMail(ctx: ChangeContext, mail: PreparedMail, place: Placement): Promise<number> {
  const [id] = await listMails(ctx, [{ mail, place }]);
  if (id === undefined) throw new Error('A mail was not listed');
  return id;
}

/**
 * Puts mails into the lists, in the transaction of `ctx`, and answers their ids in the order given. One that is there already, from
 * another mailbox or folder, gets the new viewers and nothing else.
 */
export async function listMails(ctx: ChangeContext, arrivals: readonly Arrival[]): Promise<readonly number[]> {
  const { db, instance } = ctx;
  const viewersOf = await readMembers(ctx, arrivals);
  const keyed = arrivals.map((it): Keyed => ({ ...it, key: contentKeyOf(it.mail, it.place.direction) }));
  // In one order, so that two who list the same mails never wait for each other.
  const keys = [...new Set(keyed.map(({ key }) => key))].toSorted();
  await lockContentKeys(db, instance.id, keys);
  const ids = new Map(await findMailsByKeys(db, instance.id, keys));
  const firsts = new Map(
    keyed
      .filter(({ key }) => !ids.has(key))
      .map((it) => [it.key, it] as const)
      .toReversed(),
  );
  const fresh = keyed.filter((it) => firsts.get(it.key) === it);
  for (const [key, id] of await insertFresh(ctx, fresh, viewersOf)) ids.set(key, id);
  ctx.afterCommit(() => noteGrowth(ctx, fresh.length));
  const isFresh = new Set(fresh);
  for (const it of keyed.filter((one) => !isFresh.has(one)).toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    await addViewers(ctx, 'email', ids.get(it.key) ?? 0, viewersOf(it.place));
  return keyed.map(({ key }) => ids.get(key) ?? 0);
}

/** Who sees what is put into the boxes: whoever has left one since the caller looked sees nothing of what comes into it. */
async function readMembers(
  ctx: ChangeContext,
  arrivals: readonly Arrival[],
): Promise<(place: Placement) => readonly Viewer[]> {
  const boxIds = [...new Set(arrivals.map(({ place }) => place.boxId))].toSorted((a, b) => a - b);
  const members = new Map<number, ReadonlySet<number>>();
  for (const boxId of boxIds) members.set(boxId, await holdBox(ctx.db, ctx.instance.id, boxId, 'share'));
  return ({ boxId, viewers }) => {
    const placed = viewers.filter(({ userId }) => members.get(boxId)?.has(userId));
    return placed.map((viewer) => ({ ...viewer, boxId, mine: placed.length === 1 }));
  };
}

/** Inserts mails that nobody has yet. Answers their ids by their keys. */
async function insertFresh(
  ctx: ChangeContext,
  fresh: readonly Keyed[],
  viewersOf: (place: Placement) => readonly Viewer[],
): Promise<ReadonlyMap<string, number>> {
  const instanceId = ctx.instance.id;
  const read: { it: Keyed; facts: Facts; fields: ReturnType<typeof fieldsOf>; item: NewItem }[] = [];
  for (const it of fresh) {
    const { mail, place } = it;
    const facts = factsOf(mail);
    const warnings = await warningsOf(ctx, facts, place.direction);
    const { boxId, channel, direction } = place;
    const item = { module: 'email', boxId, channel, direction, viewers: viewersOf(place) } as const;
    read.push({
      it,
      facts,
      fields: fieldsOf(mail, facts, warnings),
      item: { ...item, ...itemOf(mail, facts, place, warnings) },
    });
  }
  const mailIds = await insertItems(
    ctx,
    read.map(({ item }) => item),
  );
  const ids = new Map<string, number>();
  const rows: Parameters<typeof insertMails>[1][number][] = [];
  const written: { mailId: number; domain: string }[] = [];
  for (const [index, { it, facts, fields }] of read.entries()) {
    const { mail, place, key } = it;
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
      },
      attachments: mail.attachments,
    });
    if (place.direction === 'outgoing') for (const domain of domainsOf(facts)) written.push({ mailId, domain });
    await enqueueReadingIfWorthwhile(ctx, mailId, mail.failure);
  }
  await insertMails(ctx.db, rows);
  await noteWritten(ctx.db, instanceId, written);
  return ids;
}

/** Domains that a mail was sent to, each once. */
function domainsOf({ people }: Facts): ReadonlySet<string> {
  const receivers = [...people.to, ...people.cc];
  return new Set(receivers.flatMap(({ address }) => domainOf(address)?.host ?? []));
}
