import { MAX_DELAY_DAYS } from '@kontor/contract/alarm';
import type { Difference } from '@kontor/contract/activity';
import type { MemoExtras, MemoFields } from '@kontor/contract/memo';
import type { MemoRow } from './store.ts';

const DAY_MS = 86_400_000;

/** What can be written of a memo, as it stands. */
export const fieldsOf = (memo: MemoRow): MemoFields => ({
  title: memo.title,
  content: memo.content,
  alarm: memo.alarm_at === null ? null : new Date(memo.alarm_at).toISOString(),
  communicationTypeId: memo.communication_type,
  contactPersonId: memo.contact_person_id,
  duration: memo.duration_s,
  timestamp: Math.floor(memo.ts.getTime() / 1000),
});

/** What an edit changes, by the names of the fields. */
export function differencesOf(before: MemoFields, after: MemoFields): readonly Difference[] {
  const fields = Object.keys(before) as (keyof MemoFields)[];
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field], isHtml: field === 'content' }));
}

/** Whether an alarm may be set to a moment, both in milliseconds: one that stays as it is may lie wherever it does. */
export const mayRing = (alarmAt: number | null, before: number | null, now: number): boolean =>
  alarmAt === null || alarmAt === before || (alarmAt > now && alarmAt <= now + MAX_DELAY_DAYS * DAY_MS);

const MAX_PREVIEW = 160;

/** What the list entry of a memo keeps of it. `text`: its words alone. */
export const storedExtras = ({ communicationTypeId, duration, alarm }: MemoFields, text: string): MemoExtras => ({
  communicationTypeId,
  duration,
  hasAlarm: alarm !== null,
  preview: text.replace(/\s+/g, ' ').slice(0, MAX_PREVIEW).toWellFormed(),
});
