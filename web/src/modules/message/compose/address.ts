import type { Client } from '../../../client/client.ts';
import { aggregateIdOf } from '../../../client/entry-rows.ts';
import { href, type ItemTools, type PersonAction, type RecordAction } from '../../../shell/index.ts';

/** What a new message begins with. */
export interface Beginning {
  /** Who gets it, until others are chosen. */
  readonly to?: readonly number[];
  /** Aggregate id of the item that is asked about, and what that is called. */
  readonly origin?: string;
  readonly title?: string;
  /** A text of a message that is sent on: what it says is `title`. */
  readonly forward?: { readonly aggregateId: string; readonly partner: number | null; readonly no: number };
  /** The record that it is linked with, as its kind and number. */
  readonly record?: { readonly idoId: number; readonly idoInstanceId: number };
}

/** What stands in the place of an item's id while there is none. */
export const NEW_ID = 'new';

/** Address of a message that is begun; `draft` tells it from others. */
export function newMessageHref(draft: string, { to = [], origin, title, forward, record }: Beginning = {}): string {
  const query = new URLSearchParams({ draft });
  if (to.length > 0) query.set('to', to.join(','));
  if (origin !== undefined) query.set('origin', origin);
  if (title !== undefined) query.set('title', title);
  if (forward !== undefined) query.set('forward', `${forward.aggregateId} ${forward.partner ?? 0} ${forward.no}`);
  if (record !== undefined) query.set('record', `${record.idoInstanceId}-${record.idoId}`);
  const path = href('message', { id: NEW_ID, activityListLocation: 'module', editOrView: 'edit' });
  return `${path}?${query.toString()}`;
}

/** What stands in such an address. What makes no sense is passed over. */
export function beginningOf(query: string): Beginning & { readonly draft: string } {
  const given = new URLSearchParams(query);
  const [, idoInstanceId, idoId] = /^(\d+)-(\d+)$/.exec(given.get('record') ?? '') ?? [];
  const [origin, title] = [given.get('origin'), given.get('title')];
  const [, aggregateId, partner, no] = /^(\S+) (-?\d+) (\d+)$/.exec(given.get('forward') ?? '') ?? [];
  return {
    draft: given.get('draft') ?? NEW_ID,
    to: (given.get('to') ?? '').split(',').flatMap((part) => (/^[1-9]\d*$/.test(part) ? Number(part) : [])),
    ...(origin === null ? {} : { origin }),
    ...(title === null ? {} : { title }),
    ...(aggregateId === undefined
      ? {}
      : { forward: { aggregateId, partner: partner === '0' ? null : Number(partner), no: Number(no) } }),
    ...(idoId === undefined ? {} : { record: { idoId: Number(idoId), idoInstanceId: Number(idoInstanceId) } }),
  };
}

/** Opens a new message to be written. Nothing is made before it is sent. */
export const begin = ({ env }: Client, open: (address: string) => void, beginning?: Beginning): void =>
  open(newMessageHref(env.newId(), beginning));

/** A message to a colleague. */
export const ofPeople: PersonAction = {
  name: 'message',
  icon: 'chat-text',
  label: { de: 'Nachricht', en: 'Message' },
  right: 'createMessage',
  run: ({ client }, { userId }, open) => begin(client, open, { to: [userId] }),
};

/** A message about a record, which it is linked with. */
export const ofRecords: RecordAction = {
  name: 'message',
  icon: 'chat-text',
  label: { de: 'Nachricht schreiben', en: 'Write a message' },
  short: { de: 'Nachricht', en: 'Message' },
  right: 'createMessage',
  run: ({ client }, { idoId, idoInstanceId }, open) => begin(client, open, { record: { idoId, idoInstanceId } }),
};

/** Most signs of a title in an address. */
const MAX_TITLE = 120;

/** Asks colleagues about an item; of several about the first, since a message is about one. `keys`: of their list entries. */
export function onItems({ client }: ItemTools, keys: readonly string[], open: (address: string) => void): void {
  const row = client.store.get(keys[0] ?? '');
  if (row === undefined) return;
  const origin = aggregateIdOf(row, client.user.get()?.id ?? 0);
  begin(client, open, { origin, title: row.information.slice(0, MAX_TITLE) });
}
