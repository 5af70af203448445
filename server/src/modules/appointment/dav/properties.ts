import {
  NS,
  cal,
  dav,
  el,
  keyOfName,
  type Markup,
  type Properties,
  type PropertyReader,
} from '../../../platform/dav/index.ts';
import { isWritable, type DavCalendar, type DavContext } from './calendars.ts';
import { homeHref, inboxHref, outboxHref, principalHref } from './hrefs.ts';
import { MAX_OBJECT_BYTES } from './limits.ts';
import { KEPT_NAMES } from './looks.ts';

type Given = readonly [ns: string, name: string, value: PropertyReader];

const toProperties = (given: readonly Given[]): Properties =>
  new Map(given.map(([ns, name, value]) => [keyOfName({ ns, name }), value]));

const href = (to: string): Markup => dav('href', to);

/** Properties that are given where a program asks for all: none that has to be reckoned, as RFC 4791 and 6578 have it. */
export const UNASKED: ReadonlySet<string> = new Set(
  [
    'displayname',
    'resourcetype',
    'getetag',
    'getcontenttype',
    'getcontentlength',
    'creationdate',
    'getlastmodified',
  ].map((name) => keyOfName({ ns: NS.dav, name })),
);

/** What every resource says of who asks. */
const common = (ctx: DavContext): readonly Given[] => [
  [NS.dav, 'current-user-principal', () => href(principalHref(ctx.person.id))],
  [NS.dav, 'principal-collection-set', () => href('/dav/principals/')],
];

const privilege = (name: string, ns: string = NS.dav): Markup => dav('privilege', el(ns, name));
const READS = [privilege('read'), privilege('read-current-user-privilege-set'), privilege('read-free-busy', NS.caldav)];
const WRITES = ['write', 'write-content', 'write-properties', 'bind', 'unbind'].map((name) => privilege(name));

const report = (ns: string, name: string): Markup => dav('supported-report', dav('report', el(ns, name)));
const REPORTS = [
  report(NS.caldav, 'calendar-query'),
  report(NS.caldav, 'calendar-multiget'),
  report(NS.caldav, 'free-busy-query'),
  report(NS.dav, 'sync-collection'),
];

/** The top, and what only holds others. */
export const folderProperties = (ctx: DavContext, name: string): Properties =>
  toProperties([
    ...common(ctx),
    [NS.dav, 'displayname', () => name],
    [NS.dav, 'resourcetype', () => dav('collection')],
    [NS.dav, 'current-user-privilege-set', () => READS],
  ]);

export const principalProperties = (
  ctx: DavContext,
  about: { readonly name: string; readonly addresses: readonly string[] },
): Properties => {
  const { id } = ctx.person;
  return toProperties([
    ...common(ctx),
    [NS.dav, 'displayname', () => about.name],
    [NS.dav, 'resourcetype', () => [dav('collection'), dav('principal')]],
    [NS.dav, 'principal-URL', () => href(principalHref(id))],
    [NS.dav, 'current-user-privilege-set', () => READS],
    [NS.caldav, 'calendar-home-set', () => href(homeHref(id))],
    [NS.caldav, 'schedule-inbox-URL', () => href(inboxHref(id))],
    [NS.caldav, 'schedule-outbox-URL', () => href(outboxHref(id))],
    [NS.caldav, 'calendar-user-type', () => 'INDIVIDUAL'],
    [
      NS.caldav,
      'calendar-user-address-set',
      () => [...about.addresses.map((address) => href(`mailto:${address}`)), href(principalHref(id))],
    ],
    [NS.server, 'email-address-set', () => about.addresses.map((address) => el(NS.server, 'email-address', [address]))],
    [NS.dav, 'alternate-URI-set', () => []],
    [NS.dav, 'group-membership', () => []],
    [NS.dav, 'owner', () => href(principalHref(id))],
  ]);
};

/** Something that changes are asked of. */
interface Numbered {
  readonly token: () => Promise<string>;
}

/** A calendar. */
export const calendarProperties = (ctx: DavContext, calendar: DavCalendar, { token }: Numbered): Properties =>
  toProperties([
    ...common(ctx),
    [NS.dav, 'displayname', () => calendar.name],
    [NS.dav, 'resourcetype', () => [dav('collection'), cal('calendar')]],
    [NS.dav, 'owner', () => href(principalHref(calendar.id))],
    [NS.dav, 'sync-token', async () => await token()],
    [NS.server, 'getctag', async () => await token()],
    [NS.dav, 'supported-report-set', () => REPORTS],
    [
      NS.dav,
      'current-user-privilege-set',
      // How it is called and coloured, everybody says for themselves.
      () => [...READS, ...(isWritable(ctx, calendar) ? WRITES : [privilege('write-properties')])],
    ],
    [NS.apple, 'calendar-color', () => `${calendar.colour}ff`],
    ...KEPT_NAMES.map(([ns, name]): Given => [ns, name, () => calendar.kept[keyOfName({ ns, name })]]),
    [NS.caldav, 'supported-calendar-component-set', () => el(NS.caldav, 'comp', [], { name: 'VEVENT' })],
    [
      NS.caldav,
      'supported-calendar-data',
      () => el(NS.caldav, 'calendar-data', [], { 'content-type': 'text/calendar', version: '2.0' }),
    ],
    [NS.caldav, 'max-resource-size', () => String(MAX_OBJECT_BYTES)],
    [NS.caldav, 'schedule-calendar-transp', () => el(NS.caldav, calendar.isOwn ? 'opaque' : 'transparent')],
  ]);

/** The tasks of the person that have a day. */
export const tasksProperties = (
  ctx: DavContext,
  about: { readonly name: string; readonly colour: string; readonly writes: boolean },
  { token }: Numbered,
): Properties =>
  toProperties([
    ...common(ctx),
    [NS.dav, 'displayname', () => about.name],
    [NS.dav, 'resourcetype', () => [dav('collection'), cal('calendar')]],
    [NS.dav, 'owner', () => href(principalHref(ctx.person.id))],
    [NS.server, 'getctag', async () => await token()],
    [NS.dav, 'supported-report-set', () => REPORTS.slice(0, 2)],
    [NS.dav, 'current-user-privilege-set', () => [...READS, ...(about.writes ? WRITES : [])]],
    [NS.apple, 'calendar-color', () => about.colour],
    [NS.caldav, 'supported-calendar-component-set', () => el(NS.caldav, 'comp', [], { name: 'VTODO' })],
    [NS.caldav, 'max-resource-size', () => String(MAX_OBJECT_BYTES)],
    [NS.caldav, 'schedule-calendar-transp', () => cal('transparent')],
  ]);

/** Where a program looks for what was sent to the person: it stands in the calendar already. */
export const inboxProperties = (ctx: DavContext, defaultCalendar: string): Properties =>
  toProperties([
    ...common(ctx),
    [NS.dav, 'displayname', () => 'Inbox'],
    [NS.dav, 'resourcetype', () => [dav('collection'), cal('schedule-inbox')]],
    [NS.dav, 'owner', () => href(principalHref(ctx.person.id))],
    [NS.dav, 'current-user-privilege-set', () => [...READS, privilege('schedule-deliver', NS.caldav)]],
    [NS.caldav, 'schedule-default-calendar-URL', () => href(defaultCalendar)],
  ]);

/** Where a program asks when others have time. */
export const outboxProperties = (ctx: DavContext): Properties =>
  toProperties([
    ...common(ctx),
    [NS.dav, 'displayname', () => 'Outbox'],
    [NS.dav, 'resourcetype', () => [dav('collection'), cal('schedule-outbox')]],
    [NS.dav, 'owner', () => href(principalHref(ctx.person.id))],
    [NS.dav, 'current-user-privilege-set', () => [...READS, privilege('schedule-send-freebusy', NS.caldav)]],
  ]);

/** One file of a calendar. */
export const objectProperties = (
  ctx: DavContext,
  about: {
    readonly etag: string;
    readonly scheduleTag?: string | undefined;
    readonly component: 'vevent' | 'vtodo';
    readonly isWritable: boolean;
    readonly text: () => Promise<string>;
  },
): Properties =>
  toProperties([
    ...common(ctx),
    [NS.dav, 'getetag', () => about.etag],
    [NS.caldav, 'schedule-tag', () => about.scheduleTag],
    [NS.dav, 'getcontenttype', () => `text/calendar; charset=utf-8; component=${about.component}`],
    [NS.dav, 'getcontentlength', async () => String(Buffer.byteLength(await about.text()))],
    [NS.dav, 'resourcetype', () => []],
    [NS.dav, 'owner', () => href(principalHref(ctx.person.id))],
    [NS.dav, 'current-user-privilege-set', () => [...READS, ...(about.isWritable ? WRITES.slice(0, 2) : [])]],
    [NS.caldav, 'calendar-data', async () => await about.text()],
  ]);
