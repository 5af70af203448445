import type { Client } from '../../client/client.ts';
import { href, type PersonAction, type RecordAction } from '../../shell/index.ts';

/** What a new appointment begins with. */
export interface Beginning {
  /** Local time in the person's zone (`2026-12-01T09:00`), or a day where it has no hours. */
  readonly start?: string;
  /** The same; of whole days the last one, which belongs to it. */
  readonly end?: string;
  /** Whose calendar it is in. Left out: the person's own. */
  readonly calendarId?: number;
  /** Who takes part beside the person. */
  readonly people?: readonly number[];
  /** Who may, but need not. */
  readonly optional?: readonly number[];
  /** Resources that it takes up. */
  readonly resources?: readonly number[];
  readonly title?: string;
  /** The record that it is linked with. */
  readonly record?: { readonly idoId: number; readonly idoInstanceId: number };
}

/** What stands in the place of an item's id while there is none. */
export const NEW_ID = 'new';

/** Address of an appointment that is begun; `draft` tells it from others. */
export function newAppointmentHref(
  draft: string,
  { people = [], optional = [], resources = [], record, calendarId, ...texts }: Beginning = {},
): string {
  const query = new URLSearchParams({ draft });
  for (const [name, text] of Object.entries(texts)) if (text !== '') query.set(name, text);
  if (calendarId !== undefined) query.set('calendar', String(calendarId));
  for (const [name, ids] of Object.entries({ people, optional, resources }))
    if (ids.length > 0) query.set(name, ids.join(','));
  if (record !== undefined) query.set('record', `${record.idoInstanceId}-${record.idoId}`);
  const path = href('appointment', { id: NEW_ID, activityListLocation: 'module', editOrView: 'edit' });
  return `${path}?${query.toString()}`;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/;
const ID = /^[1-9]\d{0,14}$/;

/** What stands in such an address. What makes no sense is passed over. */
export function beginningOf(query: string): Beginning {
  const given = new URLSearchParams(query);
  const [, idoInstanceId, idoId] = /^(\d+)-(\d+)$/.exec(given.get('record') ?? '') ?? [];
  const momentOf = (name: 'start' | 'end') => {
    const text = given.get(name) ?? '';
    return MOMENT.test(text) && !Number.isNaN(Date.parse(text)) ? { [name]: text } : {};
  };
  const idsOf = (name: string): readonly number[] =>
    (given.get(name) ?? '').split(',').flatMap((part) => (ID.test(part) ? Number(part) : []));
  const [title, calendar] = [given.get('title') ?? '', given.get('calendar') ?? ''];
  return {
    ...momentOf('start'),
    ...momentOf('end'),
    people: idsOf('people'),
    optional: idsOf('optional'),
    resources: idsOf('resources'),
    ...(title === '' ? {} : { title }),
    ...(ID.test(calendar) ? { calendarId: Number(calendar) } : {}),
    ...(idoId === undefined ? {} : { record: { idoId: Number(idoId), idoInstanceId: Number(idoInstanceId) } }),
  };
}

/** Opens a new appointment to be written. Nothing is made before it is saved. */
export const begin = ({ env }: Pick<Client, 'env'>, open: (address: string) => void, beginning?: Beginning): void =>
  open(newAppointmentHref(env.newId(), beginning));

/** An appointment with a colleague. */
export const ofPeople: PersonAction = {
  name: 'appointment',
  icon: 'calendar-blank',
  label: { de: 'Termin', en: 'Appointment' },
  right: 'createAppointment',
  run: ({ client }, { userId }, open) => begin(client, open, { people: [userId] }),
};

/** An appointment about a record, which it is linked with. */
export const ofRecords: RecordAction = {
  name: 'appointment',
  icon: 'calendar-blank',
  label: { de: 'Termin vereinbaren', en: 'Make an appointment' },
  short: { de: 'Termin', en: 'Appointment' },
  right: 'createAppointment',
  run: ({ client }, { idoId, idoInstanceId }, open) => begin(client, open, { record: { idoId, idoInstanceId } }),
};
