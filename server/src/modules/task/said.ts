import type { Difference } from '@kontor/contract/activity';
import { cleanNote } from '../../platform/html/index.ts';

const MAX_SAID = 200;
const PEOPLE = new Set(['responsibleUserId', 'ownerUserId']);

const short = (text: string): string => (text.length > MAX_SAID ? `${text.slice(0, MAX_SAID - 1)}…` : text);

/** What a field says after a change, in short plain text; empty where it says nothing. People are named as in `names`. */
export function historyValue({ field, after, isHtml }: Difference, names: ReadonlyMap<number, string>): string {
  if (after === null || after === undefined) return '';
  if (PEOPLE.has(field)) return names.get(Number(after)) ?? '';
  if (typeof after === 'string') return short(isHtml ? cleanNote(after).text.replaceAll(/\s+/g, ' ').trim() : after);
  if (typeof after === 'number' || typeof after === 'boolean') return String(after);
  if (Array.isArray(after)) return short(after.map(String).join(', '));
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const { type, date, notifiable } = after as { type?: unknown; date?: unknown; notifiable?: unknown };
  if (field === 'repetitionConfig') return text(type);
  return field === 'alarmConfig' && notifiable === true ? text(date) : '';
}
