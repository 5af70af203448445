import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../log/logger.ts';
import { createLogContext, shortHash, withLogContext, type LogContext } from '../log/log-context.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { Gate, SignedIn } from './gate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What this request leaves in the log, under the id that the client sees too. */
    logContext: LogContext;
  }
}

const OPERATIONS = new Set(['/query', '/command']);
/** Nobody looks for these in the log, and they come all the time. */
const isMinor = (pattern: string): boolean => pattern.startsWith('/health/') || pattern === '/*' || pattern === '/';

/** Gives every request a log context, and writes it into the log and the metrics when the request was answered. */
export function followRequests(
  http: FastifyInstance,
  options: {
    readonly log: Logger;
    readonly logsRequests: boolean;
    readonly metrics: Metrics;
    readonly tracer?: Tracer | undefined;
  },
): void {
  const { log, logsRequests, metrics, tracer } = options;
  const followed = (request: FastifyRequest, done: () => void): void => withLogContext(request.logContext, done);
  http.decorateRequest('trail');
  http.addHook('onRequest', (request, _reply, done) => {
    const pattern = patternOf(request);
    request.logContext = createLogContext(request.id, pattern);
    // Whoever sends a request says nothing of traces: strangers could hang theirs onto ours.
    if (tracer !== undefined && !isMinor(pattern))
      request.logContext.span = tracer.begin(`${request.method} ${pattern}`);
    followed(request, done);
  });
  // What reads a body is called by the connection, which belongs to no request.
  http.addHook('preValidation', (request, _reply, done) => followed(request, done));
  http.addHook('onResponse', async (request, reply) => {
    const { logContext } = request;
    const pattern = patternOf(request);
    const outcome = logContext.code ?? 'ok';
    if (OPERATIONS.has(pattern) && logContext.operation !== '' && logContext.operation !== pattern) {
      metrics.count('requests', { operation: logContext.operation, outcome });
      metrics.time('request_seconds', reply.elapsedTime / 1000, { operation: logContext.operation });
    }
    endSpan(logContext, request.method, reply.statusCode);
    const isRefusal = reply.statusCode === 401 || (pattern.startsWith('/auth/') && logContext.code !== undefined);
    if (isRefusal) metrics.count('auth_failures', { code: outcome });
    if (logsRequests) log[isMinor(pattern) ? 'debug' : 'info'](lineOf(request, reply.statusCode, reply.elapsedTime));
  });
}

function endSpan({ span, id, operation, rows = 0 }: LogContext, method: string, status: number): void {
  span?.describe(`${method} ${operation}`, {
    'kontor.id': id,
    'kontor.rows': rows,
    'http.response.status_code': status,
  });
  span?.end(status >= 500);
}

/** The pattern of the route, such as `/command/:processId`, and never the address that was asked for. */
const patternOf = (request: FastifyRequest): string => request.routeOptions.url ?? '';

function lineOf(request: FastifyRequest, status: number, ms: number): object {
  const { id, operation, code, rows, instanceId, userId, session, statements, sqlMs, sqlWaits } = request.logContext;
  return {
    id,
    method: request.method,
    operation,
    status,
    code,
    ms: Math.round(ms),
    rows,
    statements,
    sqlMs: Math.round(sqlMs),
    sqlWaits,
    instance: instanceId,
    user: userId,
    session,
    msg: 'request',
  };
}

/** A gate that notes in the log context who was let in. */
export function loggedGate(gate: Gate): Gate {
  return {
    instanceOf: (request) => gate.instanceOf(request),
    async signedIn(request, reply): Promise<SignedIn> {
      const signedIn = await gate.signedIn(request, reply);
      Object.assign(request.logContext, {
        instanceId: signedIn.instance.id,
        userId: signedIn.person.id,
        session: shortHash(signedIn.person.sessionId),
      });
      return signedIn;
    },
  };
}
