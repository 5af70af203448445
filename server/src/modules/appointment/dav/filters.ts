import { NS, childOf, childrenOf, dav, el, refuse, type Element } from '../../../platform/dav/index.ts';
import {
  componentsOf,
  propertiesOf,
  valueOf,
  type Component,
  type Property,
} from '../../../platform/icalendar/index.ts';
import type { TimeRange } from './objects.ts';

/** What a program looks for: a kind of component, when it takes place, and what is said in it. */
export interface Filter {
  /** Null: any. */
  readonly component: 'VEVENT' | 'VTODO' | null;
  readonly range: TimeRange | undefined;
  readonly matches: (component: Component) => boolean;
}

/** Behind every time that is asked for. */
const END_OF_TIME = Date.UTC(2200, 0, 1);

const momentIn = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? refuse(403, el(NS.caldav, 'valid-filter'));
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return Number.isNaN(ms) ? refuse(403, el(NS.caldav, 'valid-filter')) : ms;
};

/** A time range of a document; refuses what is none. */
export function rangeIn(element: Element | undefined): TimeRange | undefined {
  if (element === undefined) return undefined;
  const [from, to] = [momentIn(element.attributes['start']), momentIn(element.attributes['end'])];
  if (from === undefined && to === undefined) return refuse(403, el(NS.caldav, 'valid-filter'));
  const range = { from: from ?? 0, to: Math.min(to ?? END_OF_TIME, END_OF_TIME) };
  return range.to > range.from ? range : refuse(403, el(NS.caldav, 'valid-filter'));
}

const unsupported = (): never => refuse(403, el(NS.caldav, 'supported-filter'));

/** Reads what a calendar-query looks for. Refuses with `supported-filter` what is not looked for here. */
export function filterIn(document: Element): Filter {
  const calendar = childOf(childOf(document, NS.caldav, 'filter'), NS.caldav, 'comp-filter');
  if (calendar?.attributes['name'] !== 'VCALENDAR') return refuse(403, el(NS.caldav, 'valid-filter'));
  const inner = childrenOf(calendar, NS.caldav, 'comp-filter');
  if (inner.length > 1 || childOf(calendar, NS.caldav, 'prop-filter') !== undefined) return unsupported();
  const [one] = inner;
  if (one === undefined) return { component: null, range: undefined, matches: () => true };
  const name = one.attributes['name'];
  if (childOf(one, NS.caldav, 'is-not-defined') !== undefined) return unsupported();
  // What a calendar has not is not found in it.
  if (name !== 'VEVENT' && name !== 'VTODO') return { component: null, range: undefined, matches: () => false };
  const range = rangeIn(childOf(one, NS.caldav, 'time-range'));
  const isAny = one.attributes['test'] === 'anyof';
  const tests = [
    ...childrenOf(one, NS.caldav, 'prop-filter').map(propertyTest),
    ...childrenOf(one, NS.caldav, 'comp-filter').map(innerTest),
  ];
  const matches = (component: Component): boolean =>
    tests.length === 0 || (isAny ? tests.some((test) => test(component)) : tests.every((test) => test(component)));
  return { component: name, range, matches };
}

type Test = (component: Component) => boolean;

function innerTest(filter: Element): Test {
  const name = filter.attributes['name']?.toLowerCase() ?? '';
  if (name !== 'valarm') return unsupported();
  const isMissing = childOf(filter, NS.caldav, 'is-not-defined') !== undefined;
  if (!isMissing && filter.children.length > 0) return unsupported();
  return (component) => componentsOf(component, name).length > 0 !== isMissing;
}

function propertyTest(filter: Element): Test {
  const name = filter.attributes['name']?.toLowerCase() ?? '';
  if (childOf(filter, NS.caldav, 'is-not-defined') !== undefined)
    return (component) => propertiesOf(component, name).length === 0;
  const text = childOf(filter, NS.caldav, 'text-match');
  if (childOf(filter, NS.caldav, 'param-filter') !== undefined) return unsupported();
  if (childOf(filter, NS.caldav, 'time-range') !== undefined) return unsupported();
  if (text === undefined) return (component) => propertiesOf(component, name).length > 0;
  const test = textTest(text);
  return (component) => propertiesOf(component, name).some(test);
}

function textTest({ attributes, text }: Element): (property: Property) => boolean {
  const {
    collation = 'i;ascii-casemap',
    'negate-condition': negate = 'no',
    'match-type': how = 'contains',
  } = attributes;
  if (!['i;ascii-casemap', 'i;octet', 'i;unicode-casemap'].includes(collation))
    return refuse(403, el(NS.caldav, 'supported-collation'));
  const folded = (one: string): string => (collation === 'i;octet' ? one : one.toLowerCase());
  const wanted = folded(text);
  const holds = (value: string): boolean => {
    if (how === 'equals') return value === wanted;
    if (how === 'starts-with') return value.startsWith(wanted);
    return how === 'ends-with' ? value.endsWith(wanted) : value.includes(wanted);
  };
  return (property) => holds(folded(valueOf(property))) !== (negate === 'yes');
}

/** What a program wants to have of the changes of a collection. */
export interface SyncWish {
  /** Empty: all that there is. */
  readonly token: string;
  /** Null: as many as there are. */
  readonly limit: number | null;
}

export function syncWishIn(document: Element): SyncWish {
  const level = childOf(document, NS.dav, 'sync-level')?.text.trim() ?? '1';
  if (level !== '1') return refuse(403, dav('sync-traversal-supported'));
  const given = childOf(childOf(document, NS.dav, 'limit'), NS.dav, 'nresults')?.text.trim();
  if (given !== undefined && !/^[1-9]\d{0,8}$/.test(given)) return refuse(400);
  return {
    token: childOf(document, NS.dav, 'sync-token')?.text.trim() ?? '',
    limit: given === undefined ? null : Number(given),
  };
}
