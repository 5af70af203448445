import type { FastifyRequest } from 'fastify';
import {
  NS,
  childOf,
  childrenOf,
  dav,
  el,
  isElement,
  missingOf,
  multistatus,
  refuse,
  responseOf,
  statusOf,
  wantedIn,
  depthOf,
  documentOf,
  type Element,
  type Markup,
} from '../../../platform/dav/index.ts';
import { componentsOf, parseCalendars, MAX_MAIL_CHARACTERS } from '../../../platform/icalendar/index.ts';
import { knowsChangesAfter, lastChange, readChanges } from '../store/changes.ts';
import { namesByUid } from '../store/objects.ts';
import type { DavCalendar, DavContext } from './calendars.ts';
import { filterIn, rangeIn, syncWishIn, type Filter } from './filters.ts';
import { takenText } from './free-busy.ts';
import { calendarHref, objectHref, pathOfHref, type DavPath } from './hrefs.ts';
import { MAX_CHANGES, MAX_HREFS } from './limits.ts';
import {
  CHANGES_MS,
  nameOfUid,
  objectsIn,
  objectsNamed,
  objectsOfUids,
  seesAll,
  type DavObject,
  type TimeRange,
} from './objects.ts';
import { UNASKED } from './properties.ts';
import {
  calendarAt,
  objectResources,
  resourcesAt,
  taskResource,
  type Resource,
  type ResourceParts,
} from './resources.ts';
import { textsOf } from './texts.ts';
import { numberOfToken, tokenOf } from './tokens.ts';

/** The longest range whose occurrences are reckoned for a program. */
const MAX_EXPANDED_MS = 800 * 86_400_000;

/** An answer to a report: a document, or a calendar. */
export interface ReportAnswer {
  readonly status: 200 | 207;
  readonly type: string;
  readonly body: string;
}

const asXml = (body: string): ReportAnswer => ({ status: 207, type: 'application/xml; charset=utf-8', body });

const responsesOf = (resources: readonly Resource[], document: Element): Promise<Markup[]> =>
  Promise.all(resources.map(({ href, properties }) => responseOf(href, properties, wantedIn(document), UNASKED)));

/** Answers a REPORT at an address. Refuses with `supported-report` what is none of ours. */
export async function reportAt(
  ctx: DavContext,
  parts: ResourceParts,
  target: DavPath,
  request: FastifyRequest,
  document: Element,
): Promise<ReportAnswer> {
  const is = (ns: string, name: string) => isElement(document, ns, name);
  if (target.kind === 'tasks' || target.kind === 'task') return tasksReport(ctx, parts, document);
  if (target.kind !== 'calendar' && target.kind !== 'object') {
    // What a program looks for among people is not told here: nobody is found.
    if (is(NS.dav, 'principal-property-search') || is(NS.dav, 'principal-match')) return asXml(multistatus([]));
    if (is(NS.dav, 'principal-search-property-set'))
      return { ...asXml(documentOf(NS.dav, 'principal-search-property-set', [])), status: 200 };
    if (is(NS.dav, 'expand-property')) return expandReport(ctx, parts, target, document);
    return refuse(403, dav('supported-report'));
  }
  const calendar = await calendarAt(ctx, target);
  if (is(NS.caldav, 'calendar-multiget')) return multigetReport(ctx, calendar, document);
  if (is(NS.caldav, 'calendar-query')) return queryReport(ctx, calendar, request, document);
  if (target.kind === 'calendar' && is(NS.dav, 'sync-collection')) return syncReport(ctx, calendar, document);
  if (target.kind === 'calendar' && is(NS.caldav, 'free-busy-query')) {
    const range = rangeIn(childOf(document, NS.caldav, 'time-range')) ?? refuse(400);
    return { status: 200, type: 'text/calendar; charset=utf-8', body: await takenText(ctx, calendar.id, range) };
  }
  return refuse(403, dav('supported-report'));
}

/**
 * Properties of what stands at an address, by which programs of Apple look for people whose calendars somebody looks after. There are none, so that nothing is to be
 * expanded: what is asked of those whom a property names is not answered.
 */
async function expandReport(
  ctx: DavContext,
  parts: ResourceParts,
  target: DavPath,
  document: Element,
): Promise<ReportAnswer> {
  const names = childrenOf(document, NS.dav, 'property').flatMap(({ attributes }) => {
    const { name, namespace: ns = NS.dav } = attributes;
    return name === undefined ? [] : [{ ns, name }];
  });
  const resources = await resourcesAt(ctx, parts, target, 0);
  const wanted = { kind: 'some', names } as const;
  return asXml(
    multistatus(
      await Promise.all(resources.map(({ href, properties }) => responseOf(href, properties, wanted, UNASKED))),
    ),
  );
}

/** Addresses that a document asks for. Refuses more than are answered at once. */
function hrefsIn(document: Element): readonly string[] {
  const hrefs = childrenOf(document, NS.dav, 'href').map(({ text }) => text.trim());
  return hrefs.length > MAX_HREFS ? refuse(403, dav('number-of-matches-within-limits')) : hrefs;
}

async function multigetReport(ctx: DavContext, calendar: DavCalendar, document: Element): Promise<ReportAnswer> {
  const range = expansionIn(document);
  const hrefs = hrefsIn(document);
  const names = hrefs.map((href) => {
    const target = pathOfHref(href);
    const isHere = target?.kind === 'object' && target.userId === ctx.person.id && target.calendarId === calendar.id;
    return isHere ? target.name : undefined;
  });
  const found = await objectsNamed(
    ctx,
    calendar,
    names.flatMap((name) => name ?? []),
  );
  const objects = names.flatMap((name) => (name === undefined ? [] : (found.get(name) ?? [])));
  const resources = objectResources(ctx, calendar, objects, range);
  const byName = new Map(objects.map((object, index) => [object.name, resources[index]]));
  const responses = await Promise.all(
    hrefs.map(async (href, index) => {
      const resource = byName.get(names[index] ?? '');
      return resource === undefined
        ? missingOf(href)
        : responseOf(href, resource.properties, wantedIn(document), UNASKED);
    }),
  );
  return asXml(multistatus(responses));
}

/** In what range a program wants occurrences in the place of series; undefined where it wants the rules. Refuses calendars in a form that there is not. */
function expansionIn(document: Element): TimeRange | undefined {
  const data = childOf(childOf(document, NS.dav, 'prop'), NS.caldav, 'calendar-data');
  const { 'content-type': type = 'text/calendar', version = '2.0' } = data?.attributes ?? {};
  if (type !== 'text/calendar' || version !== '2.0') refuse(403, el(NS.caldav, 'supported-calendar-data'));
  const range = rangeIn(childOf(data, NS.caldav, 'expand'));
  return range !== undefined && range.to - range.from > MAX_EXPANDED_MS
    ? refuse(403, el(NS.caldav, 'max-instances'))
    : range;
}

async function queryReport(
  ctx: DavContext,
  calendar: DavCalendar,
  request: FastifyRequest,
  document: Element,
): Promise<ReportAnswer> {
  const range = expansionIn(document);
  const filter = filterIn(document);
  if (depthOf(request, '0') === 0) return asXml(multistatus([]));
  if (filter.component === 'VTODO') return asXml(multistatus([]));
  const objects = await objectsIn(ctx, calendar, filter.range);
  const matching = await matchingOf(ctx, objects, filter);
  return asXml(multistatus(await responsesOf(objectResources(ctx, calendar, matching, range), document)));
}

/** Those of which some component says what is looked for. */
async function matchingOf(
  ctx: DavContext,
  objects: readonly DavObject[],
  { component, matches }: Filter,
): Promise<readonly DavObject[]> {
  const hasTests = component === null ? !matches(['', [], []]) : true;
  if (!hasTests) return objects;
  const texts = await textsOf(ctx, objects);
  return objects.filter((_, index) => isFound(texts[index] ?? '', 'vevent', matches));
}

const isFound = (text: string, name: string, matches: Filter['matches']): boolean =>
  parseCalendars(text, MAX_MAIL_CHARACTERS * 2).some((calendar) => componentsOf(calendar, name).some(matches));

/** What has changed since a token; where there is none, all that there is. */
async function syncReport(ctx: DavContext, calendar: DavCalendar, document: Element): Promise<ReportAnswer> {
  const { db, instance } = ctx;
  const { token, limit } = syncWishIn(document);
  const now = ctx.now();
  // Read before what it counts: what comes between is told once more.
  const last = await lastChange(db, instance.id, calendar.id);
  const collection = calendarHref(ctx.person.id, calendar.id);
  const tokenAt = (n: number) => dav('sync-token', tokenOf(calendar, n, now));
  if (token === '') {
    const objects = await objectsIn(ctx, calendar);
    // Where all do not fit, nothing says where to go on: the program asks for the files by their addresses.
    if (limit !== null && objects.length > limit) return refuse(507, dav('number-of-matches-within-limits'));
    return asXml(multistatus(await responsesOf(objectResources(ctx, calendar, objects), document), tokenAt(last)));
  }
  const after = numberOfToken(token, calendar, now);
  const isKnown =
    after !== undefined &&
    after <= last &&
    (await knowsChangesAfter(db, instance.id, calendar.id, after, new Date(now - CHANGES_MS)));
  if (!isKnown) return refuse(403, dav('valid-sync-token'));
  const most = Math.min(limit ?? MAX_CHANGES, MAX_CHANGES);
  const changes = await readChanges(db, instance.id, calendar.id, after, most + 1);
  const reported = changes.slice(0, most);
  const present = await objectsOfUids(
    ctx,
    calendar,
    reported.map(({ uid }) => uid),
  );
  const isThere = new Set(present.map(({ uid }) => uid));
  const missing = reported.filter(({ uid }) => !isThere.has(uid));
  // What is only taken has names that say nothing of what it was before.
  if (!seesAll(calendar) && missing.some(({ is_gone: isGone }) => !isGone)) return refuse(403, dav('valid-sync-token'));
  const names = await namesOfGone(
    ctx,
    calendar,
    missing.map(({ uid }) => uid),
  );
  const responses = [
    ...(await responsesOf(objectResources(ctx, calendar, present), document)),
    ...names.map((name) => missingOf(objectHref(collection, name))),
  ];
  const isCut = changes.length > reported.length;
  const cut = isCut
    ? [statusOf(collection, '507 Insufficient Storage', dav('error', dav('number-of-matches-within-limits')))]
    : [];
  return asXml(multistatus([...responses, ...cut], tokenAt(isCut ? (reported.at(-1)?.n ?? last) : last)));
}

async function namesOfGone(
  { db, instance }: DavContext,
  { id }: DavCalendar,
  uids: readonly string[],
): Promise<readonly string[]> {
  const names = await namesByUid(db, instance.id, id, uids);
  return uids.map((uid) => names.get(uid) ?? nameOfUid(uid));
}

async function tasksReport(ctx: DavContext, { tasks }: ResourceParts, document: Element): Promise<ReportAnswer> {
  if (!tasks.sees(ctx)) return refuse(404);
  // A task has no occurrences: it is as it is.
  expansionIn(document);
  if (isElement(document, NS.caldav, 'calendar-multiget')) {
    const responses = await Promise.all(
      hrefsIn(document).map(async (href) => {
        const target = pathOfHref(href);
        const isHere = target?.kind === 'task' && target.userId === ctx.person.id;
        const task = isHere ? await tasks.named(ctx, target.name) : undefined;
        return task === undefined
          ? missingOf(href)
          : responseOf(href, taskResource(ctx, task).properties, wantedIn(document), UNASKED);
      }),
    );
    return asXml(multistatus(responses));
  }
  if (!isElement(document, NS.caldav, 'calendar-query')) return refuse(403, dav('supported-report'));
  const { component, matches, range } = filterIn(document);
  if (component === 'VEVENT') return asXml(multistatus([]));
  const all = (await tasks.all(ctx)).filter(({ text }) => isFound(text, 'vtodo', matches));
  const within = range === undefined ? all : all.filter(({ text }) => isDueWithin(text, range));
  return asXml(
    multistatus(
      await responsesOf(
        within.map((task) => taskResource(ctx, task)),
        document,
      ),
    ),
  );
}

/** Whether the day of a task lies in a range. */
function isDueWithin(text: string, { from, to }: { readonly from: number; readonly to: number }): boolean {
  const due = /^DUE[^:]*:(\d{4})(\d\d)(\d\d)/m.exec(text);
  if (due === null) return true;
  const day = Date.UTC(Number(due[1]), Number(due[2]) - 1, Number(due[3]));
  return day + 86_400_000 > from && day < to;
}
