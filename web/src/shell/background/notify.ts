import { activityEvents, activityQueries, type EntryRow, LIST_SORT } from '@kontor/contract/activity';
import { itemKey, kindOf, parseAggregateId, type KontorEvent, type NoticeSetting } from '@kontor/contract/kernel';
import { pushCommands } from '@kontor/contract/settings';
import { messageQueries } from '@kontor/contract/message';
import type { Client } from '../../client/client.ts';
import { EntriesInRowsSchema, aggregateIdOf } from '../../client/entry-rows.ts';
import { isSeen, keepAccount } from '../../service-worker/accounts.ts';
import { noticeTexts } from '../../service-worker/notice-texts.ts';
import { itemNotice, manyItems, messageNotice, type Notice, type Reader } from '../../service-worker/notices.ts';
import type { WorkerMessage } from '../../service-worker/scope.ts';
import type { Shell } from '../context.tsx';
import { languageOf } from '../language.ts';
import type { Settings } from '../settings/settings.ts';
import { zoneOf } from '../zone.ts';
import { sendKeptAnswers } from './answers.ts';
import { isQuiet } from './quiet.ts';
import { renewPush } from './push.ts';
import { beSeen, mayNotify, notifyBySystem } from './system-notifications.ts';

/** More new items at once than this are told of by their number. */
const MAX_SINGLE = 3;
/** Newest items among which the new ones are looked for. */
const MAX_ROWS = 20;

/** Which new items of an event the person wants to be told of, by their keys. */
export function keysToNotify(
  event: Pick<KontorEvent, 'type'> & { readonly payload: { readonly aggregateIds: readonly string[] } },
  settings: Pick<Settings, NoticeSetting>,
): readonly string[] {
  if (event.type !== activityEvents.activityAdded.type) return [];
  return event.payload.aggregateIds.flatMap((text) => {
    const id = parseAggregateId(text);
    const notices = id && kindOf(id.module).notices;
    return id !== undefined && notices !== undefined && settings[notices.setting] ? [itemKey(id)] : [];
  });
}

type SaidRow = Pick<EntryRow, 'moduleName' | 'entryId' | 'contact' | 'information'>;

/** What is said of new items: of a few one by one, of more that they are there. */
export function sayNew(reader: Reader, rows: readonly SaidRow[], userId: number): readonly Notice[] {
  if (rows.length > MAX_SINGLE) {
    const title = noticeTexts[reader.language].newItems(rows.length);
    return [manyItems(reader, title, [...new Set(rows.map(({ contact }) => contact).filter(Boolean))].join(', '))];
  }
  return rows.map((row) => {
    const item = { module: row.moduleName, entryId: row.entryId, aggregateId: aggregateIdOf(row as EntryRow, userId) };
    return itemNotice(reader, item, { title: row.contact, body: row.information });
  });
}

/** One of a message can be answered. */
async function withAnswer(client: Client, reader: Reader, notice: Notice): Promise<Notice> {
  const id = parseAggregateId(notice.data.item ?? '');
  if (id?.module !== 'message') return notice;
  const aggregateId = notice.data.item ?? '';
  const said = await client.ask.run(messageQueries.notice, { aggregateId }).catch(() => undefined);
  return said === undefined ? notice : messageNotice(reader, { ...id, aggregateId }, said);
}

/** How an account's person reads what they are told. */
export function readerOf(client: Client, { language, timeZone }: Pick<Settings, 'language' | 'timeZone'>): Reader {
  return {
    account: client.key,
    language: language === 'auto' ? languageOf(navigator.language) : language,
    zone: zoneOf(timeZone, client.configuration.get()?.settings.timeZone),
  };
}

/** Goes where the service worker says; that it is heard is what the worker waits for. */
function followWorker(client: Client, go: (address: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const hear = ({ data, ports }: MessageEvent<WorkerMessage>): void => {
    if (data?.kind === 'kontor.tested' && data.account === client.key)
      void client.sendNow(pushCommands.testArrived, { testId: data.testId }).catch(() => undefined);
    if (data?.kind !== 'kontor.go') return;
    ports[0]?.postMessage('gone');
    go(data.address);
  };
  navigator.serviceWorker.addEventListener('message', hear);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener('message', hear);
}

/** Keeps for the service worker how the account is reached and its person spoken to. */
function keepKnown(client: Client, settings: Shell['settings']): () => void {
  const { name, url, kind } = client.account;
  let kept = '';
  const keep = (): void => {
    const isCookie = kind === 'cookie' && url === window.location.origin;
    const known = { ...readerOf(client, settings.get()), instance: name, isCookie };
    if (JSON.stringify(known) === kept || !('caches' in window)) return;
    kept = JSON.stringify(known);
    void keepAccount(known).catch(() => (kept = ''));
  };
  keep();
  const stops = [settings.subscribe(keep), client.configuration.subscribe(keep)];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Tells of new items by the system, while the person looks at no page of the app: where they want that, and the browser may. Several pages
 * tell the same under one name, of which the system shows one. Returns the function that stops it.
 */
export function watchNews(
  client: Client,
  { navigator: appNavigator, settings }: Pick<Shell, 'navigator' | 'settings'>,
) {
  const go = (address: string): void => appNavigator.go(address);
  const stops = [followWorker(client, go), keepKnown(client, settings)];
  // What a notification could not send, and no page was opened for.
  void sendKeptAnswers(client).catch(() => undefined);
  // The page of the settings says why it is not, and tries again.
  void renewPush(client).catch(() => undefined);
  const stopAll = (): void => {
    for (const stop of stops) stop();
  };
  if (typeof Notification === 'undefined' || navigator.locks === undefined) return stopAll;
  const hear = async (event: KontorEvent): Promise<void> => {
    const chosen = settings.get();
    const keys = keysToNotify(event, chosen);
    if (keys.length === 0 || !mayNotify() || (await isSeen(client.key))) return;
    const reader = readerOf(client, chosen);
    if (isQuiet(chosen.quietHours, reader.zone, Date.now())) return;
    const { results } = await client.transport.query(
      activityQueries.inboxItems,
      { statusRed: 'unseen', statusYellow: 'seen' },
      { page: 1, limit: MAX_ROWS, sort: LIST_SORT, rows: EntriesInRowsSchema, once: true },
    );
    const rows = (results as unknown as readonly EntryRow[]).filter(
      (row) => row.status === 1 && keys.includes(itemKey({ module: row.moduleName, entryId: row.entryId })),
    );
    for (const notice of sayNew(reader, rows, client.user.get()?.id ?? 0))
      await notifyBySystem(await withAnswer(client, reader, notice), go);
  };
  // What could not be asked for stands in the list.
  stops.push(
    beSeen(client.key),
    client.onEvent((event) => void hear(event).catch(() => undefined)),
  );
  return stopAll;
}
