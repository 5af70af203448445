import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../../platform/egress/index.ts';
import { addressOf } from '../../../platform/http/address.ts';
import type { Change } from '../../../platform/operation/change.ts';
import type { Instance, Platform } from '../../../platform/operation/context.ts';
import { ProblemError } from '../../../platform/operation/problem.ts';
import { pageLanguage, sendPage, takeForms, type Html, type PageLanguage } from '../../../platform/pages/index.ts';
import { admit, countingContext } from '../../account/index.ts';
import { textsOf } from './guest.ts';
import { sentence } from './pages.ts';
import { bookingTexts } from './texts.ts';

const MAX_FORM_BYTES = 16 * 1024;

/** What pages of guests stand on. */
export interface VisitParts {
  readonly platform: Platform;
  readonly change: Change;
  /** The instance of a name, at a host that is its own or names none. */
  readonly instanceAt: (host: string, name: string) => Promise<Instance | undefined>;
}

/** A request of a guest, once it is known for which instance. */
export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly instance: Instance;
  readonly language: PageLanguage;
  readonly form: Readonly<Record<string, string>>;
}

export const paramOf = (request: FastifyRequest, name: string): string =>
  (request.params as Readonly<Record<string, string | undefined>>)[name] ?? '';
export const queryOf = (request: FastifyRequest): Readonly<Record<string, string>> => textsOf(request.query);

/** The address that was asked for, without its parameters. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '';

export function say(
  visit: Pick<Visit, 'reply' | 'language'> & { readonly instance?: Instance },
  status: number,
  title: string,
  body: Html,
  otherLanguage?: string,
) {
  const { reply, language, instance } = visit;
  const page = { language, title, from: instance?.title ?? 'Kontor', body };
  return sendPage(reply, status, otherLanguage === undefined ? page : { ...page, otherLanguage });
}

/** One and the same for what never was, what is off, and whose owner is gone. */
export function sayNotFound({ reply, language }: Pick<Visit, 'reply' | 'language'>): FastifyReply {
  const t = bookingTexts[language];
  return say({ reply, language }, 404, t.notFound, sentence(t.notFound, t.notFoundHint));
}

/** What went wrong, as a page: too many requests, forms that are too long or none, and all else. */
function sayProblem(error: FastifyError | ProblemError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = pageLanguage(request);
  const t = bookingTexts[language];
  if (error instanceof ProblemError && error.code === 'TOO_MANY_REQUESTS') {
    request.logContext.code = error.code;
    if (error.retryAfter !== undefined) void reply.header('Retry-After', String(error.retryAfter));
    return say({ reply, language }, 429, t.tooManyTitle, sentence(t.tooManyTitle, t.tooMany));
  }
  const status = error instanceof ProblemError ? 500 : (error.statusCode ?? 500);
  request.logContext.code = status < 500 ? 'BODY_INVALID' : 'INTERNAL';
  if (status >= 500) request.log.error({ err: error }, 'a booking page failed');
  return say({ reply, language }, status, t.brokenTitle, sentence(t.brokenTitle, t.broken));
}

export const contextOf = ({ platform }: Pick<VisitParts, 'platform'>, instance: Instance) => ({
  ...platform,
  instance,
  db: platform.database.forInstance(instance.id),
});

type AddRoute = (
  method: 'get' | 'post',
  path: string,
  kind: 'bookingView' | 'booking',
  answer: (visit: Visit) => Promise<FastifyReply>,
) => void;

/** Adds pages of guests: tries are counted, the instance is found by its name, and what goes wrong is said as a page. */
export function visitRoutes(http: FastifyInstance, parts: VisitParts, add: (route: AddRoute) => void): void {
  void http.register((scope, _options, done) => {
    takeForms(scope, MAX_FORM_BYTES);
    scope.setErrorHandler(sayProblem);
    add((method, path, kind, answer) => {
      scope[method](path, async (request, reply) => {
        const form = textsOf(request.body);
        const language = pageLanguage(request, form['lang'] ?? queryOf(request)['lang']);
        const instance = await parts.instanceAt(request.host, paramOf(request, 'instance'));
        if (instance === undefined) return sayNotFound({ reply, language });
        request.logContext.instanceId = instance.id;
        const counting = countingContext(parts.platform, instance);
        // Of a link each token would be a page of its own, for who guesses them.
        const page = paramOf(request, 'slug').slice(0, 40);
        await admit(counting, [{ kind, key: `${networkOf(addressOf(request))} ${page}` }]);
        return answer({ request, reply, instance, language, form });
      });
    });
    done();
  });
}
