import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../log/logger.ts';
import { newTrail, shortHash, underTrail, type Trail } from '../log/trail.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { Gate, SignedIn } from './gate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What this request leaves in the log, under the id that the client sees too. */
    trail: Trail;
  }
}

const OPERATIONS = new Set(['/query', '/command']);
/** Nobody looks for these in the log, and they come all the time. */
const isMinor = (pattern: string): boolean => pattern.startsWith('/health/') || pattern === '/*' || pattern === '/';

/** Gives every request a trail, and writes it into the log and the metrics when the request was answered. */
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
  const followed = (request: FastifyRequest, done: () => void): void => underTrail(request.trail, done);
  http.decorateRequest('trail');
  http.addHook('onRequest', (request, _reply, done) => {
    const pattern = patternOf(request);
    request.trail = newTrail(request.id, pattern);
    // Whoever sends a request says nothing of traces: strangers could hang theirs onto ours.
    if (tracer !== undefined && !isMinor(pattern)) request.trail.span = tracer.begin(`${request.method} ${pattern}`);
    followed(request, done);
  });
  // What reads a body is called by the connection, which belongs to no request.
  http.addHook('preValidation', (request, _reply, done) => followed(request, done));
  http.addHook('onResponse', async (request, reply) => {
    const { trail } = request;
    const pattern = patternOf(request);
    const outcome = trail.code ?? 'ok';
    if (OPERATIONS.has(pattern) && trail.operation !== '' && trail.operation !== pattern) {
      metrics.count('requests', { operation: trail.operation, outcome });
      metrics.time('request_seconds', reply.elapsedTime / 1000, { operation: trail.operation });
    }
    endSpan(trail, request.method, reply.statusCode);
    const isRefusal = reply.statusCode === 401 || (pattern.startsWith('/auth/') && trail.code !== undefined);
    if (isRefusal) metrics.count('auth_failures', { code: outcome });
    if (logsRequests) log[isMinor(pattern) ? 'debug' : 'info'](lineOf(request, reply.statusCode, reply.elapsedTime));
  });
}

function endSpan({ span, id, operation, rows = 0 }: Trail, method: string, status: number): void {
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
  const { id, operation, code, rows, instanceId, userId, session, statements, sqlMs } = request.trail;
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
    instance: instanceId,
    user: userId,
    session,
    msg: 'request',
  };
}

/** A gate that notes on the trail who was let in. */
export function trailedGate(gate: Gate): Gate {
  return {
    instanceOf: (request) => gate.instanceOf(request),
    async signedIn(request, reply): Promise<SignedIn> {
      const signedIn = await gate.signedIn(request, reply);
      Object.assign(request.trail, {
        instanceId: signedIn.instance.id,
        userId: signedIn.person.id,
        session: shortHash(signedIn.person.sessionId),
      });
      return signedIn;
    },
  };
}
