/** What is read of an appointment that Outlook has written as a row of a table. */
export type OutlookField =
  | 'subject'
  | 'startDay'
  | 'startTime'
  | 'endDay'
  | 'endTime'
  | 'allDay'
  | 'hasReminder'
  | 'reminderDay'
  | 'reminderTime'
  | 'organiser'
  | 'required'
  | 'optional'
  | 'resources'
  | 'categories'
  | 'description'
  | 'location'
  | 'isPrivate'
  | 'sensitivity'
  | 'showAs';

/** Names of the columns as Outlook writes them, in English and in German. */
const COLUMNS: Readonly<Record<OutlookField, readonly string[]>> = {
  subject: ['subject', 'betreff'],
  startDay: ['start date', 'beginnt am'],
  startTime: ['start time', 'beginnt um'],
  endDay: ['end date', 'endet am'],
  endTime: ['end time', 'endet um'],
  allDay: ['all day event', 'ganztägiges ereignis'],
  hasReminder: ['reminder on/off', 'erinnerung ein/aus'],
  reminderDay: ['reminder date', 'erinnerung am'],
  reminderTime: ['reminder time', 'erinnerung um'],
  organiser: ['meeting organizer', 'besprechungsplanung'],
  required: ['required attendees', 'erforderliche teilnehmer'],
  optional: ['optional attendees', 'optionale teilnehmer'],
  resources: ['meeting resources', 'besprechungsressourcen'],
  categories: ['categories', 'kategorien'],
  description: ['description', 'beschreibung'],
  location: ['location', 'ort'],
  isPrivate: ['private', 'privat'],
  sensitivity: ['sensitivity', 'vertraulichkeit'],
  showAs: ['show time as', 'zeitspanne zeigen als'],
};

/** Where each field stands in a row, and what its column is called. */
export type OutlookHead = ReadonlyMap<OutlookField, { readonly at: number; readonly name: string }>;

/** Reads the first row of a table; undefined where it is not one of appointments that Outlook has written. */
export function headOf(cells: readonly string[]): OutlookHead | undefined {
  const named = cells.map((cell) => cell.replaceAll(/\s+/g, ' ').trim());
  const fields = (Object.keys(COLUMNS) as OutlookField[]).flatMap((field) => {
    const at = named.findIndex((name) => COLUMNS[field].includes(name.toLowerCase()));
    return at < 0 ? [] : [[field, { at, name: named[at] ?? '' }] as const];
  });
  const head = new Map(fields);
  return head.has('subject') && head.has('startDay') ? head : undefined;
}
