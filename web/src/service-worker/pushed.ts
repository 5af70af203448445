import type { Alarm } from '@kontor/contract/alarm';
import type { Tip } from '@kontor/contract/activity';
import type { OnlineUser } from '@kontor/contract/presence';
import type { PushMessage } from '@kontor/contract/settings';
import { KINDS, parseAggregateId } from '@kontor/contract/kernel';
import { detailHref } from '../shell/routes.ts';
import {
  alarmNotice,
  itemNotice,
  manyAlarms,
  manyItems,
  messageNotice,
  namelessAlarm,
  personNotice,
  testNotice,
  type Notice,
  type NoticeData,
  type Reader,
  type SaidMessage,
} from './notices.ts';
import { noticeTexts } from './notice-texts.ts';
import { OPERATIONS, type Wire } from './wire.ts';

const PUSHED: readonly PushMessage['kind'][] = ['alarm', 'item', 'silence', 'count', 'person', 'test', 'call'];
const TYPES = KINDS.flatMap(({ alarms }) => Object.keys(alarms?.types ?? {})) as readonly Alarm['type'][];

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';

/** Reads what a push says; undefined where it is of another version, or none of ours. */
export function readPush(text: string): PushMessage | undefined {
  try {
    const { instanceName, aggregateId, kind, tag, badge = null } = JSON.parse(text) as Record<string, unknown>;
    const known = PUSHED.find((one) => one === kind);
    if (known === undefined || typeof instanceName !== 'string' || typeof tag !== 'string') return undefined;
    if (!isTextOrNull(aggregateId) || (badge !== null && typeof badge !== 'number')) return undefined;
    return { instanceName, aggregateId, kind: known, tag, badge };
  } catch {
    return undefined;
  }
}

/** The alarm that a tag names; undefined for that of several. */
export function alarmOfTag(tag: string): NoticeData['alarm'] {
  const [, name, id] = /^alarm:(\w+):(\d+)$/.exec(tag) ?? [];
  const type = TYPES.find((known) => known === name);
  return type === undefined ? undefined : { type, id: Number(id) };
}

/** What an alarm's push shows; undefined where nothing calls any more. */
async function sayAlarms(reader: Reader, message: PushMessage, wire: Wire, now: number): Promise<Notice | undefined> {
  const named = alarmOfTag(message.tag);
  const alarms = await wire.ask(OPERATIONS.alarms, {}).then(
    ({ results }) => results as readonly Alarm[],
    () => undefined,
  );
  if (named === undefined)
    return manyAlarms(reader, alarms?.filter((one) => one.userAlarmTimestamp * 1000 <= now).length);
  const alarm = alarms?.find(({ type, id }) => type === named.type && id === named.id);
  if (alarm !== undefined) return alarmNotice(reader, alarm, now);
  if (alarms !== undefined) return undefined;
  const id = parseAggregateId(message.aggregateId ?? '');
  const address =
    id === undefined ? undefined : detailHref({ module: id.module, aggregateId: message.aggregateId ?? '' }, 'inbox');
  return namelessAlarm(reader, message.tag, named, address ?? '/');
}

async function sayItem(reader: Reader, message: PushMessage, wire: Wire): Promise<Notice> {
  const { aggregateId } = message;
  const item = parseAggregateId(aggregateId ?? '');
  if (aggregateId === null || item === undefined) return manyItems(reader, undefined, undefined);
  if (item.module === 'message') {
    const last = await wire.ask(OPERATIONS.messageNotice, { aggregateId }).then(
      ({ results }) => results as SaidMessage,
      () => undefined,
    );
    return messageNotice(reader, { ...item, aggregateId }, last);
  }
  const said = await wire.ask(OPERATIONS.tips, { aggregateId }).then(
    ({ results }) => {
      const { people, information } = results as Tip;
      const [first] = people;
      return { title: first?.name || first?.address || '', body: information };
    },
    () => undefined,
  );
  return itemNotice(reader, { ...item, aggregateId }, said);
}

/** Somebody who is waited for is there; nothing where they have gone again. */
async function sayPerson(reader: Reader, { tag }: PushMessage, wire: Wire): Promise<Notice | undefined> {
  const userId = Number(/^person:(\d+)$/.exec(tag)?.[1]);
  const user = await wire.ask(OPERATIONS.person, { userId }).then(
    ({ results }) => results as Pick<OnlineUser, 'name' | 'presence'>,
    () => undefined,
  );
  return user?.presence === 'absent' ? undefined : personNotice(reader, tag, user?.name);
}

/** What a push shows: with what the server says of it where it can be asked, else without a word of it. Nothing where it is over. */
export async function noticeOf(
  reader: Reader,
  message: PushMessage,
  wire: Wire,
  now: number,
): Promise<Notice | undefined> {
  if (message.kind === 'alarm') return sayAlarms(reader, message, wire, now);
  if (message.kind === 'item' || message.kind === 'call') return sayItem(reader, message, wire);
  if (message.kind === 'test') return testNotice(reader, message.tag);
  if (message.kind === 'person') return sayPerson(reader, message, wire);
  const { badge } = message;
  const body = badge === null || badge === 0 ? undefined : noticeTexts[reader.language].unfinished(badge);
  return message.kind === 'count' ? manyItems(reader, undefined, body) : undefined;
}
