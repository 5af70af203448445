import { VIEWS, type View } from '../period.ts';

export const DEFAULT_VIEW: View = 'day';

/** What a calendar shows, as its address says it. */
export interface Shown {
  readonly view: View;
  /** A day of the period, as `2026-11-30`. */
  readonly day: string;
  /** Numbers of calendars; none stands for the person's own. */
  readonly calendars: readonly number[];
}

const VIEW = 'view';
const DAY = 'day';
const CALENDARS = 'calendars';

const isView = (text: string | null): text is View => VIEWS.some((view) => view === text);

function readDay(text: string | null): string | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString();
  } catch {
    return undefined;
  }
}

/** What an address shows; what it does not say, or says wrongly, is as `otherwise` has it. That of a list says nothing of calendars. */
export function readAddress(address: string, otherwise: Shown): Shown {
  const params = new URLSearchParams(address.split('?')[1]);
  const view = params.get(VIEW);
  return {
    view: isView(view) ? view : otherwise.view,
    day: readDay(params.get(DAY)) ?? otherwise.day,
    calendars: view === null || view === 'list' ? otherwise.calendars : readCalendars(params),
  };
}

const readCalendars = (params: URLSearchParams): readonly number[] =>
  [...new Set((params.get(CALENDARS) ?? '').split('-').map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);

/** The address that shows something else; what else stands in it, as the filters of the list, stays. */
export function addressWith(address: string, { view, day, calendars }: Shown): string {
  const [path = '', search] = address.split('?');
  const params = new URLSearchParams(search);
  params.set(VIEW, view);
  params.set(DAY, day);
  if (calendars.length > 0) params.set(CALENDARS, calendars.join('-'));
  else params.delete(CALENDARS);
  return `${path}?${params}`;
}
