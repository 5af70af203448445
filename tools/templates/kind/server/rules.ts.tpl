import type { Difference } from '@kontor/contract/activity';
import { MAX_DELAY_DAYS } from '@kontor/contract/alarm';
import type { {{Name}}Fields } from '@kontor/contract/{{name}}';
import type { {{Name}}Row } from './store.ts';

const DAY_MS = 86_400_000;

/** What can be written of one, as it stands. */
export const fieldsOf = ({ title, content, alarm_at: alarmAt }: {{Name}}Row): {{Name}}Fields => ({
  title,
  content,
  alarm: alarmAt === null ? null : new Date(alarmAt).toISOString(),
});

/** What an edit changes, by the names of the fields. */
export const differencesOf = (before: {{Name}}Fields, after: {{Name}}Fields): readonly Difference[] =>
  (Object.keys(before) as (keyof {{Name}}Fields)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field], isHtml: field === 'content' }));

/** Whether an alarm may be set to a moment, both in milliseconds: one that stays as it is may lie wherever it does. */
export const mayRing = (alarmAt: number | null, before: number | null, now: number): boolean =>
  alarmAt === null || alarmAt === before || (alarmAt > now && alarmAt <= now + MAX_DELAY_DAYS * DAY_MS);
