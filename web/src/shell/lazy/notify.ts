import { activityEvents, activityQueries, type EntryRow } from '@kontor/contract/activity';
import { LIST_SORT } from '@kontor/contract/activity';
import { itemKey, parseAggregateId, type KontorEvent } from '@kontor/contract/kernel';
import type { Settings } from '@kontor/contract/settings';
import type { Client } from '../../client/client.ts';
import { EntriesInRowsSchema, aggregateIdOf } from '../../client/entry-rows.ts';
import type { Shell } from '../context.tsx';
import { languageOf } from '../language.ts';
import { detailHref } from '../routes.ts';

/** Held by each page that is looked at, so that those which are not know that the person is there. */
const SEEN = 'kontor-seen';
/** More new items at once than this are told of by their number. */
const MOST_TOLD = 3;
/** Newest items among which the new ones are looked for. */
const MOST_ASKED = 20;

/** Which new items of an event the person wants to be told of, by their keys. So far only mails come by themselves. */
export function toldOf(
  event: Pick<KontorEvent, 'type'> & { readonly payload: { readonly aggregateIds: readonly string[] } },
  settings: Pick<Settings, 'notificationsMailEnabled'>,
): readonly string[] {
  if (event.type !== activityEvents.activityAdded.type || !settings.notificationsMailEnabled) return [];
  return event.payload.aggregateIds.flatMap((text) => {
    const id = parseAggregateId(text);
    return id?.module === 'email' ? [itemKey(id)] : [];
  });
}

/** What a notification says of new items. */
export function sayNew(
  rows: readonly Pick<EntryRow, 'contact' | 'information'>[],
  isGerman: boolean,
): { readonly title: string; readonly body: string } {
  const [first] = rows;
  if (first !== undefined && rows.length === 1) return { title: first.contact, body: first.information };
  const title = isGerman ? `${rows.length} neue E-Mails` : `${rows.length} new emails`;
  return { title, body: rows.map(({ contact }) => contact).join(', ') };
}

const isSeenAnywhere = async (): Promise<boolean> =>
  (await navigator.locks.query()).held?.some(({ name }) => name === SEEN) === true;

/**
 * Tells of new mails by the system, while the person looks at no page of the app: where they want that, and the browser may. Several pages
 * tell the same under one name, of which the system shows one. Answers how to stop.
 */
export function watchNews(client: Client, { navigator: places, settings }: Pick<Shell, 'navigator' | 'settings'>) {
  if (typeof Notification === 'undefined' || navigator.locks === undefined) return () => undefined;
  let leave = (): void => undefined;
  const look = (): void => {
    leave();
    if (document.visibilityState !== 'visible') return;
    const { promise, resolve } = Promise.withResolvers<void>();
    leave = resolve;
    void navigator.locks.request(SEEN, { mode: 'shared' }, () => promise).catch(() => undefined);
  };
  const show = (rows: readonly EntryRow[]): void => {
    const { language } = settings.get();
    const isGerman = (language === 'auto' ? languageOf(navigator.language) : language) === 'de';
    const groups = rows.length > MOST_TOLD ? [rows] : rows.map((row) => [row]);
    for (const group of groups) {
      const [row] = group;
      if (row === undefined) continue;
      const { title, body } = sayNew(group, isGerman);
      const tag = `${client.key} ${row.moduleName} ${row.entryId}`;
      const told = new Notification(title, { body, tag, icon: '/icon-192.png', lang: isGerman ? 'de' : 'en' });
      told.addEventListener('click', () => {
        window.focus();
        told.close();
        const aggregateId = aggregateIdOf(row, client.user.get()?.id ?? 0);
        places.go(group.length > 1 ? '/' : (detailHref({ module: row.moduleName, aggregateId }, 'inbox') ?? '/'));
      });
    }
  };
  const hear = async (event: KontorEvent): Promise<void> => {
    const keys = toldOf(event, settings.get());
    if (keys.length === 0 || Notification.permission !== 'granted' || (await isSeenAnywhere())) return;
    const { results } = await client.transport.query(
      activityQueries.inboxItems,
      { statusRed: 'unseen', statusYellow: 'seen' },
      { page: 1, limit: MOST_ASKED, sort: LIST_SORT, rows: EntriesInRowsSchema, once: true },
    );
    const rows = (results as unknown as readonly EntryRow[]).filter(
      (row) => row.status === 1 && keys.includes(itemKey({ module: row.moduleName, entryId: row.entryId })),
    );
    show(rows);
  };
  look();
  document.addEventListener('visibilitychange', look);
  // Some systems let only a service worker do it; and what could not be asked for stands in the list.
  const stop = client.onEvent((event) => void hear(event).catch(() => undefined));
  return () => {
    stop();
    leave();
    document.removeEventListener('visibilitychange', look);
  };
}
