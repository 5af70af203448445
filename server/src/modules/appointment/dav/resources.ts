import { refuse, type Properties } from '../../../platform/dav/index.ts';
import { namesOf } from '../../account/index.ts';
import { calendarOf, isWritable, listedCalendars, type DavCalendar, type DavContext } from './calendars.ts';
import {
  ROOT,
  calendarHref,
  homeHref,
  inboxHref,
  objectHref,
  outboxHref,
  principalHref,
  tasksHref,
  type DavPath,
} from './hrefs.ts';
import { numberOf, objectsIn, objectsNamed, type DavObject, type TimeRange } from './objects.ts';
import { addressesOf } from '../icalendar/addresses.ts';
import {
  calendarProperties,
  folderProperties,
  inboxProperties,
  objectProperties,
  outboxProperties,
  principalProperties,
  tasksProperties,
} from './properties.ts';
import type { CalendarTasks, DavTask } from './tasks.ts';
import { textsOf } from './texts.ts';
import { tokenOf } from './tokens.ts';

/** Something at an address, with what it says of itself. */
export interface Resource {
  readonly href: string;
  readonly properties: Properties;
}

/** What the resources stand on beside who asks. */
export interface ResourceParts {
  readonly tasks: CalendarTasks;
}

const NAMES = {
  de: { tasks: 'Aufgaben', inbox: 'Eingang' },
  en: { tasks: 'Tasks', inbox: 'Inbox' },
} as const;
const TASK_COLOUR = '#5a6b7bff';

export const tokenNow = async (ctx: DavContext, calendar: DavCalendar): Promise<string> =>
  tokenOf(calendar, await numberOf(ctx, calendar), ctx.now());

/** A calendar by its address. Refuses with 404 where the person sees nothing of it. */
export const calendarAt = async (
  ctx: DavContext,
  { userId, calendarId }: { readonly userId: number; readonly calendarId: number },
): Promise<DavCalendar> => {
  if (userId !== ctx.person.id) return refuse(404);
  return (await calendarOf(ctx, calendarId)) ?? refuse(404);
};

const calendarResource = (ctx: DavContext, calendar: DavCalendar): Resource => ({
  href: calendarHref(ctx.person.id, calendar.id),
  properties: calendarProperties(ctx, calendar, { token: () => tokenNow(ctx, calendar) }),
});

/** Objects of a calendar as resources; their texts are made where one of them is asked for. `range`: with the occurrences within it in the place of series. */
export function objectResources(
  ctx: DavContext,
  calendar: DavCalendar,
  objects: readonly DavObject[],
  range?: TimeRange,
): readonly Resource[] {
  let texts: Promise<readonly string[]> | undefined;
  const text = async (index: number) => (await (texts ??= textsOf(ctx, objects, range)))[index] ?? '';
  return objects.map((object, index) => ({
    href: objectHref(calendarHref(ctx.person.id, calendar.id), object.name),
    properties: objectProperties(ctx, {
      etag: object.etag,
      scheduleTag: object.kind === 'whole' ? object.scheduleTag : undefined,
      component: 'vevent',
      isWritable: object.kind === 'whole' && isWritable(ctx, calendar),
      text: () => text(index),
    }),
  }));
}

export const taskResource = (ctx: DavContext, task: DavTask): Resource => ({
  href: objectHref(tasksHref(ctx.person.id), task.name),
  properties: objectProperties(ctx, {
    etag: task.etag,
    component: 'vtodo',
    isWritable: task.mayWrite,
    text: async () => task.text,
  }),
});

async function principalResource(ctx: DavContext): Promise<Resource> {
  const { db, instance, person } = ctx;
  const names = await namesOf(db, instance.id, [person.id]);
  const own = (await addressesOf(ctx, [person.id])).get(person.id);
  const addresses = own === undefined ? [] : [own.address];
  return {
    href: principalHref(person.id),
    properties: principalProperties(ctx, { name: names.get(person.id) ?? person.userName, addresses }),
  };
}

async function tasksResource(ctx: DavContext, { tasks }: ResourceParts): Promise<Resource> {
  return {
    href: tasksHref(ctx.person.id),
    properties: tasksProperties(
      ctx,
      { name: NAMES[ctx.language].tasks, colour: TASK_COLOUR, writes: tasks.mayWrite(ctx) },
      { token: () => tasks.tag(ctx) },
    ),
  };
}

const inboxResource = (ctx: DavContext): Resource => ({
  href: inboxHref(ctx.person.id),
  properties: inboxProperties(ctx, calendarHref(ctx.person.id, ctx.person.id)),
});
const outboxResource = (ctx: DavContext): Resource => ({
  href: outboxHref(ctx.person.id),
  properties: outboxProperties(ctx),
});

/** What stands at an address, and with depth 1 what is in it. Refuses with 404. */
export async function resourcesAt(
  ctx: DavContext,
  parts: ResourceParts,
  target: DavPath,
  depth: 0 | 1,
): Promise<readonly Resource[]> {
  const { id } = ctx.person;
  if ('userId' in target && target.userId !== id) return refuse(404);
  const inside = async (own: Resource, others: () => Promise<readonly Resource[]>) =>
    depth === 0 ? [own] : [own, ...(await others())];
  const folder = (href: string, name: string): Resource => ({ href, properties: folderProperties(ctx, name) });
  switch (target.kind) {
    case 'root':
      return inside(folder(ROOT, 'Kontor'), async () => [
        folder(`${ROOT}principals/`, 'Principals'),
        folder(`${ROOT}calendars/`, 'Calendars'),
      ]);
    case 'principals':
      return inside(folder(`${ROOT}principals/`, 'Principals'), async () => [await principalResource(ctx)]);
    case 'principal':
      return [await principalResource(ctx)];
    case 'homes':
      return inside(folder(`${ROOT}calendars/`, 'Calendars'), async () => [folder(homeHref(id), ctx.person.userName)]);
    case 'home':
      return inside(folder(homeHref(id), ctx.person.userName), async () => [
        ...(await listedCalendars(ctx)).map((calendar) => calendarResource(ctx, calendar)),
        ...(parts.tasks.sees(ctx) ? [await tasksResource(ctx, parts)] : []),
        inboxResource(ctx),
        outboxResource(ctx),
      ]);
    case 'inbox':
      return [inboxResource(ctx)];
    case 'outbox':
      return [outboxResource(ctx)];
    case 'tasks':
      if (!parts.tasks.sees(ctx)) return refuse(404);
      return inside(await tasksResource(ctx, parts), async () =>
        (await parts.tasks.all(ctx)).map((task) => taskResource(ctx, task)),
      );
    case 'task': {
      const task = await parts.tasks.named(ctx, target.name);
      return task === undefined ? refuse(404) : [taskResource(ctx, task)];
    }
    case 'calendar': {
      const calendar = await calendarAt(ctx, target);
      return inside(calendarResource(ctx, calendar), async () =>
        objectResources(ctx, calendar, await objectsIn(ctx, calendar)),
      );
    }
    case 'object': {
      const calendar = await calendarAt(ctx, target);
      const object = (await objectsNamed(ctx, calendar, [target.name])).get(target.name);
      return object === undefined ? refuse(404) : objectResources(ctx, calendar, [object]);
    }
  }
}
