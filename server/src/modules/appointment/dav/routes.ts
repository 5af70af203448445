import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  DAV_METHODS,
  DavRefused,
  MAX_XML_BYTES,
  NS,
  cal,
  checkTags,
  childrenOf,
  dav,
  depthOf,
  documentIn,
  el,
  errorDocument,
  multistatus,
  refuse,
  responseOf,
  wantedIn,
  type Element,
} from '../../../platform/dav/index.ts';
import { actorOf } from '../../../platform/operation/audit.ts';
import type { Instance, Platform } from '../../../platform/operation/context.ts';
import type { Repeats } from '../../../platform/operation/repeats.ts';

import { timeZoneOf, type AppGate } from '../../account/index.ts';
import { setLook } from '../store/objects.ts';
import type { DavContext } from './calendars.ts';
import { freeBusyAnswer } from './free-busy.ts';
import { calendarHref, pathOfHref, type DavPath } from './hrefs.ts';
import { lookChange, type LookChange } from './looks.ts';
import { objectsNamed } from './objects.ts';
import { UNASKED } from './properties.ts';
import { changing, deleteObject, putObject, type PutParts } from './putting.ts';
import { reportAt } from './reports.ts';
import { calendarAt, resourcesAt, type ResourceParts } from './resources.ts';
import { textsOf } from './texts.ts';

/** What the routes stand on. */
export interface DavParts extends PutParts, ResourceParts {
  readonly platform: Platform;
  readonly instances: () => Promise<readonly Instance[]>;
  readonly gate: AppGate;
  readonly repeats: Repeats;
  readonly languageOf: (
    ctx: { readonly db: DavContext['db']; readonly instance: Instance },
    userId: number,
  ) => Promise<'de' | 'en'>;
  readonly zoneOf: (
    ctx: { readonly db: DavContext['db']; readonly instance: Instance },
    userId: number,
  ) => Promise<string>;
}

const CLASSES = '1, 3, calendar-access, calendar-auto-schedule';
const METHODS = ['OPTIONS', 'GET', 'HEAD', 'PUT', 'DELETE', 'POST', 'PROPFIND', 'PROPPATCH', 'REPORT'];
const XML = 'application/xml; charset=utf-8';
const CALENDAR = 'text/calendar; charset=utf-8';

/** Bytes of a body: a document, or a file. */
const MAX_BODY = Math.max(MAX_XML_BYTES, 1_000_000);

async function contextOf(parts: DavParts, request: FastifyRequest, reply: FastifyReply): Promise<DavContext> {
  void reply.header('WWW-Authenticate', 'Basic realm="Kontor", charset="UTF-8"');
  const { instance, person } = await parts.gate(request);
  void reply.removeHeader('WWW-Authenticate');
  const { platform } = parts;
  request.logContext.instanceId = instance.id;
  request.logContext.userId = person.id;
  request.logContext.operation = `dav ${request.method.toLowerCase()}`;
  if (!person.rights.agendaList) return refuse(403, dav('need-privileges'));
  const db = platform.database.forInstance(instance.id);
  const [language, timeZone] = await Promise.all([
    parts.languageOf({ db, instance }, person.id),
    parts.zoneOf({ db, instance }, person.id),
  ]);
  const auditNow: DavContext['auditNow'] = (entry) => parts.repeats.audit(instance, { ...entry, by: actorOf(person) });
  return { ...platform, instance, db, person, auditNow, language, timeZone: timeZone || timeZoneOf(instance) };
}

type Handler = (ctx: DavContext, target: DavPath, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const textIn = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '');

const sendXml = (reply: FastifyReply, status: number, body: string) => reply.status(status).type(XML).send(body);

const handlersOf = (parts: DavParts): Readonly<Record<string, Handler>> => ({
  async PROPFIND(ctx, target, request, reply) {
    const document = documentIn(request);
    if (document !== undefined && document.name !== 'propfind') return refuse(400);
    const resources = await resourcesAt(ctx, parts, target, depthOf(request, 'infinity'));
    const wanted = wantedIn(document);
    const responses = [];
    for (const { href, properties } of resources) responses.push(await responseOf(href, properties, wanted, UNASKED));
    return sendXml(reply, 207, multistatus(responses));
  },

  async PROPPATCH(ctx, target, request, reply) {
    const document = documentIn(request);
    if (document?.name !== 'propertyupdate') return refuse(400);
    return sendXml(reply, 207, await patched(ctx, parts, target, document, request.url));
  },

  async REPORT(ctx, target, request, reply) {
    const document = documentIn(request) ?? refuse(400);
    const answer = await reportAt(ctx, parts, target, request, document);
    return reply.status(answer.status).type(answer.type).send(answer.body);
  },

  async GET(ctx, target, request, reply) {
    if (target.kind === 'task') {
      const task = (await parts.tasks.named(ctx, target.name)) ?? refuse(404);
      return sendFile(request, reply, task);
    }
    if (target.kind !== 'object') {
      await resourcesAt(ctx, parts, target, 0);
      return reply.status(405).header('Allow', METHODS.join(', ')).send();
    }
    const calendar = await calendarAt(ctx, target);
    const object = (await objectsNamed(ctx, calendar, [target.name])).get(target.name) ?? refuse(404);
    const [text = ''] = await textsOf(ctx, [object]);
    if (object.kind === 'whole') void reply.header('Schedule-Tag', object.scheduleTag);
    return sendFile(request, reply, { etag: object.etag, text });
  },

  async PUT(ctx, target, request, reply) {
    const type = request.headers['content-type'] ?? 'text/calendar';
    if (!/^text\/calendar\b/i.test(type)) return refuse(403, cal('supported-calendar-data'));
    if (target.kind === 'task') {
      if (target.userId !== ctx.person.id) return refuse(404);
      const there = await parts.tasks.named(ctx, target.name);
      checkTags(request, there?.etag ?? null);
      await changing(ctx, parts, (command) => parts.tasks.put(command, target.name, textIn(request)));
      return reply.status(there === undefined ? 201 : 204).send();
    }
    if (target.kind !== 'object') return refuse(405);
    const calendar = await calendarAt(ctx, target);
    const done = await putObject(ctx, parts, request, { calendar, name: target.name, text: textIn(request) });
    // No tag: what is given back is not to the byte what was sent, so that programs have to fetch it.
    return reply.status(done === 'made' ? 201 : 204).send();
  },

  async DELETE(ctx, target, request, reply) {
    if (target.kind === 'task') {
      if (target.userId !== ctx.person.id) return refuse(404);
      const there = (await parts.tasks.named(ctx, target.name)) ?? refuse(404);
      checkTags(request, there.etag);
      await changing(ctx, parts, (command) => parts.tasks.remove(command, target.name));
      return reply.status(204).send();
    }
    if (target.kind !== 'object') {
      await resourcesAt(ctx, parts, target, 0);
      return refuse(403, dav('need-privileges'));
    }
    await deleteObject(ctx, parts, request, { calendar: await calendarAt(ctx, target), name: target.name });
    return reply.status(204).send();
  },

  async POST(ctx, target, request, reply) {
    if (target.kind !== 'outbox') return refuse(405);
    if (target.userId !== ctx.person.id) return refuse(404);
    return sendXml(reply, 200, await freeBusyAnswer(ctx, textIn(request)));
  },
});

/** A file, or that the program has it. */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, text }: { readonly etag: string; readonly text: string },
): unknown {
  void reply.header('ETag', etag).header('Cache-Control', 'private, no-cache');
  const { 'if-none-match': known } = request.headers;
  if (known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) === true)
    return reply.status(304).send();
  return reply.type(CALENDAR).send(text);
}

/** Sets how a calendar is called and coloured for the person, and what their programs keep of it. All is set, or nothing. */
async function patched(
  ctx: DavContext,
  parts: DavParts,
  target: DavPath,
  document: Element,
  url: string,
): Promise<string> {
  const changes = document.children.flatMap((part) =>
    childrenOf(part, NS.dav, 'prop').flatMap(({ children }) =>
      children.map((property) => ({ property, isRemoved: part.name === 'remove' })),
    ),
  );
  const calendar = target.kind === 'calendar' ? await calendarAt(ctx, target) : undefined;
  if (calendar === undefined) await resourcesAt(ctx, parts, target, 0);
  const judged = changes.map(({ property, isRemoved }) => ({
    property,
    look: calendar === undefined ? undefined : lookChange(property, isRemoved),
  }));
  const isRight = judged.every(({ look }) => look !== undefined);
  if (isRight && calendar !== undefined) {
    const look = judged.reduce<LookChange>(
      (all, one) => ({ ...all, ...one.look, kept: { ...all.kept, ...one.look?.kept } }),
      {},
    );
    await changing(ctx, parts, (command) => setLook(command.db, ctx.instance.id, ctx.person.id, calendar.id, look));
  }
  const statusFor = (value: unknown): string => {
    if (isRight) return 'HTTP/1.1 200 OK';
    return value === undefined ? 'HTTP/1.1 403 Forbidden' : 'HTTP/1.1 424 Failed Dependency';
  };
  const stats = judged.map(({ property, look }) =>
    dav('propstat', dav('prop', el(property.ns, property.name)), dav('status', statusFor(look))),
  );
  const href = calendar === undefined ? (url.split('?')[0] ?? url) : calendarHref(ctx.person.id, calendar.id);
  return multistatus([dav('response', dav('href', href), ...stats)]);
}

/** CalDAV (RFC 4791, 6578, 6638) for programs that sign in with an app password. */
export function davRoutes(http: FastifyInstance, parts: DavParts): void {
  const handlers = handlersOf(parts);
  for (const method of DAV_METHODS) http.addHttpMethod(method, { hasBody: true });
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY }, (_request, body, done) =>
      done(null, body),
    );
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const ctx = await contextOf(parts, request, reply);
      void reply.header('DAV', CLASSES);
      const handler = handlers[request.method === 'HEAD' ? 'GET' : request.method];
      try {
        // Calendars are made by nobody, wherever: what is to be made has no address that means anything here.
        if (request.method.startsWith('MK')) return refuse(403, dav('need-privileges'));
        const target = pathOfHref(request.url.split('?')[0] ?? '') ?? refuse(404);
        // They are locked, copied and moved by nobody, either.
        if (handler === undefined) return refuse(405);
        return await handler(ctx, target, request, reply);
      } catch (error) {
        if (!(error instanceof DavRefused)) throw error;
        return sendRefusal(reply, error);
      }
    };
    scope.setErrorHandler(async (error, _request, reply) => {
      if (error instanceof DavRefused) return sendRefusal(reply, error);
      throw error;
    });
    const methods = ['GET', 'HEAD', 'PUT', 'DELETE', 'POST', ...DAV_METHODS];
    const url = '/dav/*';
    scope.route({ method: methods, url, handler: answer });
    scope.route({
      method: 'OPTIONS',
      url,
      handler: async (_request, reply) =>
        reply.status(200).header('DAV', CLASSES).header('Allow', METHODS.join(', ')).send(),
    });
    scope.route({
      method: ['GET', 'HEAD', 'PROPFIND'],
      url: '/.well-known/caldav',
      handler: async (_request, reply) => reply.redirect('/dav/', 301),
    });
  });
}

function sendRefusal(reply: FastifyReply, { status, condition }: DavRefused): unknown {
  if (status === 405) void reply.header('Allow', METHODS.join(', '));
  void reply.status(status);
  return condition === undefined ? reply.send() : reply.type(XML).send(errorDocument(condition));
}
