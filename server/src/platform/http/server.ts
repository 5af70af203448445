import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import { COMPATIBILITY_VERSION, HEADERS } from '@kontor/contract/kernel';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { Budgets } from './budgets.ts';
import { ProblemError, fail } from '../operation/problem.ts';
import { sendClientProblem, sendProblem } from './problems.ts';
import { followRequests } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';

export interface HttpOptions {
  readonly log: Logger;
  readonly newId: () => string;
  /** Whether each request leaves a line in the log. */
  readonly logsRequests: boolean;
  readonly metrics: Metrics;
  readonly tracer?: Tracer | undefined;
  /** How many proxies stand one behind the other in front, whose `X-Forwarded-*` headers are believed; 0 for none. */
  readonly trustedProxies: number;
  /** Requests a minute that one session, or one address without one, may send. */
  readonly requestsPerMinute: number;
  readonly budgets: Budgets;
  /** Hosts that forms of the page may be sent to, beside its own. */
  readonly formHosts?: readonly string[];
  readonly isOurHost: (host: string) => boolean;
  readonly allowsOrigin: (origin: string, host: string) => boolean;
}

const EXPOSED = [
  HEADERS.renewedToken,
  HEADERS.compatibility,
  HEADERS.replay,
  'Retry-After',
  'ETag',
  'Content-Disposition',
  'Content-Range',
];
const ALLOWED = [
  'Authorization',
  'Content-Type',
  HEADERS.platform,
  HEADERS.csrf,
  HEADERS.session,
  HEADERS.instance,
  'If-None-Match',
  'Range',
];

/** The HTTP server without its routes: limits, headers, and the one place where failures become answers. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const http: FastifyInstance = Fastify<Server, IncomingMessage, ServerResponse, FastifyBaseLogger>({
    loggerInstance: options.log,
    genReqId: options.newId,
    logController: new LogController({ disableRequestLogging: true }),
    // What stands further to the front in X-Forwarded-For is what a client has made up.
    trustProxy: options.trustedProxies > 0 && ((_address: string, hop: number) => hop < options.trustedProxies),
    bodyLimit: 64 * 1024,
    requestTimeout: 120_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: sendClientProblem,
  });
  followRequests(http, options);
  const headers = securityHeaders(options.formHosts);
  http.setErrorHandler(sendProblem);
  http.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers(request.protocol === 'https'));
    void reply.header(HEADERS.compatibility, COMPATIBILITY_VERSION);
    if (!options.isOurHost(request.host)) fail('HOST_UNKNOWN', { detail: request.host.slice(0, 100) });
  });
  await http.register(cookie);
  await http.register(cors, {
    delegator: (request, done) => {
      const { origin, host = '' } = request.headers;
      const allowed = origin !== undefined && options.allowsOrigin(origin, host);
      done(null, {
        origin: allowed ? origin : false,
        credentials: true,
        exposedHeaders: EXPOSED,
        allowedHeaders: ALLOWED,
        maxAge: 600,
      });
    },
  });
  await http.register(rateLimit, {
    max: options.requestsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => options.budgets.of(request),
    errorResponseBuilder: (_request, context) =>
      new ProblemError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(context.ttl / 1000) }),
  });
  // Commands are read as they come, by the route itself.
  http.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  return http;
}
