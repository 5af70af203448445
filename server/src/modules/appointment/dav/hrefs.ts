import { segmentsOf } from '../../../platform/dav/index.ts';

/** What an address names. */
export type DavPath =
  | { readonly kind: 'root' }
  | { readonly kind: 'principals' }
  | { readonly kind: 'principal'; readonly userId: number }
  | { readonly kind: 'homes' }
  | { readonly kind: 'home'; readonly userId: number }
  | { readonly kind: 'inbox' | 'outbox' | 'tasks'; readonly userId: number }
  | { readonly kind: 'calendar'; readonly userId: number; readonly calendarId: number }
  | { readonly kind: 'object'; readonly userId: number; readonly calendarId: number; readonly name: string }
  | { readonly kind: 'task'; readonly userId: number; readonly name: string };

const MAX_NAME = 300;

export const ROOT = '/dav/';
export const principalHref = (userId: number): string => `${ROOT}principals/${userId}/`;
export const homeHref = (userId: number): string => `${ROOT}calendars/${userId}/`;
export const inboxHref = (userId: number): string => `${homeHref(userId)}inbox/`;
export const outboxHref = (userId: number): string => `${homeHref(userId)}outbox/`;
export const tasksHref = (userId: number): string => `${homeHref(userId)}tasks/`;
export const calendarHref = (userId: number, calendarId: number): string => `${homeHref(userId)}${calendarId}/`;
export const objectHref = (collection: string, name: string): string => `${collection}${encodeURIComponent(name)}`;

/** The largest number that people and calendars may have. */
const MAX_NUMBER = 2 ** 31 - 1;

function numberIn(text: string | undefined): number | undefined {
  const number = text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
  return number === undefined || number > MAX_NUMBER ? undefined : number;
}

/** Reads an address; undefined for what names nothing here. */
export function pathOfHref(href: string): DavPath | undefined {
  const [dav, first, second, third, name, ...rest] = segmentsOf(href) ?? [];
  if (dav !== 'dav' || rest.length > 0 || (name?.length ?? 0) > MAX_NAME) return undefined;
  if (first === undefined) return { kind: 'root' };
  const userId = numberIn(second);
  if (first === 'principals') {
    if (second === undefined) return { kind: 'principals' };
    return userId === undefined || third !== undefined ? undefined : { kind: 'principal', userId };
  }
  if (first !== 'calendars') return undefined;
  if (second === undefined) return { kind: 'homes' };
  return userId === undefined ? undefined : inHome(userId, third, name);
}

/** What stands in somebody's home. */
function inHome(userId: number, collection: string | undefined, name: string | undefined): DavPath | undefined {
  if (collection === undefined) return { kind: 'home', userId };
  if (collection === 'tasks') return name === undefined ? { kind: 'tasks', userId } : { kind: 'task', userId, name };
  if (collection === 'inbox' || collection === 'outbox')
    return name === undefined ? { kind: collection, userId } : undefined;
  const calendarId = numberIn(collection);
  if (calendarId === undefined) return undefined;
  return name === undefined ? { kind: 'calendar', userId, calendarId } : { kind: 'object', userId, calendarId, name };
}
