import { AlertSchema, type AppointmentDetail } from '@kontor/contract/appointment';
import * as v from 'valibot';
import { useLanguage, useTexts, type Language } from '../../../shell/index.ts';
import { peopleTexts } from './people-texts.ts';
import { repetitionTexts } from './repetition-texts.ts';
import { editorTexts } from './texts.ts';
import { timesOf } from './times.ts';
import { alertWords, dayWords, timeWords, whenWords } from './words.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/;

/** What somebody has said; of those outside with their name before it. */
function saidWords(states: Readonly<Record<string, string>>, value: unknown): string {
  const [, who = '', state = ''] = /^(.*: )?(\w+)$/.exec(String(value)) ?? [];
  return `${who}${states[state] ?? state}`;
}

/** Who proposed another time, and when that is. */
function proposedWords(value: unknown, language: Language): string {
  const { name, startDate, endDate } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof startDate !== 'string' || typeof endDate !== 'string') return '';
  const timeMode = startDate.length > 10 ? 'fixedTime' : 'allDay';
  const when = whenWords(timesOf({ timeMode, startDate, endDate }), startDate, language);
  return typeof name === 'string' && name !== '' ? `${name}: ${when}` : when;
}

/** Names of what the history of an appointment tells of, and what that held, as people read it. */
export function useHistoryWords(details: AppointmentDetail | undefined) {
  const t = useTexts(editorTexts);
  const p = useTexts(peopleTexts);
  const r = useTexts(repetitionTexts);
  const language = useLanguage();
  const names: Readonly<Record<string, string>> = {
    title: t.title,
    description: t.text,
    content: t.text,
    location: t.where,
    startDate: t.startDay,
    endDate: t.endDay,
    timeMode: t.mode,
    zone: t.zone,
    access: t.access,
    calendarId: t.calendar,
    color: t.color,
    needsConfirmation: t.needsConfirmation,
    checkCollision: t.checkCollision,
    isFree: t.isFree,
    appointmentType: t.type,
    alert: t.alert,
    minuteInterval: t.minuteInterval,
    meetingUrl: t.video,
    participants: p.label,
    repetition: r.label,
    participation: p.label,
    comment: p.comment,
    proposedTime: p.proposedTime,
  };
  const typeOf = (id: unknown): string => details?.types.find((type) => type.id === id)?.title ?? t.noType;
  const choice = (words: Readonly<Record<string, string>>, value: unknown): string =>
    typeof value === 'string' ? (words[value] ?? value) : '';
  const say = (field: string, value: unknown): string => {
    if (field === 'alert') return v.is(AlertSchema, value) ? alertWords(value ?? 'none', language) : '';
    if (field === 'appointmentType') return typeOf(value);
    if (field === 'participation') return saidWords(p.states, value);
    if (field === 'proposedTime') return proposedWords(value, language);
    if (field === 'access') return choice(t.accesses, value);
    if (field === 'timeMode') return choice(t.modes, value);
    if (typeof value === 'boolean') return value ? t.yes : t.no;
    if (field === 'startDate' || field === 'endDate') {
      const [, day, time] = LOCAL.exec(String(value)) ?? [];
      if (day === undefined) return '';
      const said = dayWords(day, day.slice(0, 4), language);
      return time === undefined ? said : `${said}, ${timeWords(time, language)}`;
    }
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return { say, nameOf: (field: string): string | undefined => names[field] };
}
