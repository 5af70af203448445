import { RepetitionSchema, type TaskDetail } from '@kontor/contract/task';
import * as v from 'valibot';
import { LOCALES, type Language } from '../../../shell/language.ts';
import { sayDue } from './due-words.ts';
import { sayRepetition } from './repetition-words.ts';
import type { detailTexts } from './texts.ts';

const AlarmSchema = v.object({
  date: v.nullable(v.string()),
  notifiable: v.boolean(),
  ownerDate: v.nullable(v.string()),
});

/** What a field of a task holds, as people read it. */
export function sayTaskField(
  field: string,
  value: unknown,
  { availableUsers, allUsers, waitsFor, blocks }: TaskDetail,
  t: (typeof detailTexts)['de'],
  { language, zone, now }: { readonly language: Language; readonly zone: string; readonly now: number },
): string {
  if (value === null || value === '' || value === 0) return '';
  if (field === 'responsibleUserId' || field === 'ownerUserId')
    return [...availableUsers, ...allUsers].find(({ ID }) => ID === value)?.Displayname ?? t.nobody;
  if (field === 'fixedMaturityDate' && typeof value === 'string') return sayDue(value, zone, now, language);
  if (field === 'forerunTime' && typeof value === 'number')
    return new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit: 'hour' }).format(value / 3600);
  if (field === 'repetitionConfig') {
    const parsed = v.safeParse(RepetitionSchema, value);
    return parsed.success ? sayRepetition(parsed.output, t, language) : '';
  }
  if (field === 'alarmConfig') {
    const parsed = v.safeParse(AlarmSchema, value);
    if (!parsed.success) return '';
    const { date, notifiable, ownerDate } = parsed.output;
    const at = [notifiable ? date : null, ownerDate].flatMap((one) =>
      one === null ? [] : sayDue(one, zone, now, language),
    );
    return at.join(' / ');
  }
  if (field === 'waitsFor' && Array.isArray(value))
    return value
      .map((id) => [...waitsFor, ...blocks].find((one) => one.id === id)?.title ?? `#${String(id)}`)
      .join(', ');
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
