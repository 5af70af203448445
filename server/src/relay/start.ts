import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { networkOf } from '../platform/egress/index.ts';
import {
  PROBLEM_HEADER,
  PUSH_PATH,
  answerOf,
  openPushServices,
  type Outcome,
  type RelayAnswer,
  type ServicePlaces,
} from '../platform/push/index.ts';
import { Rate } from '../platform/rate.ts';
import { MAX_BODY, readLetter } from './letter.ts';
import { senderOf } from './sender.ts';
import type { RelayConfig } from './settings.ts';

const MINUTE_MS = 60_000;

export interface Relay {
  readonly port: number;
  /** What became of messages since it began: numbers, and nothing else. */
  readonly counts: Readonly<Record<Outcome | 'limited', number>>;
  close(): Promise<void>;
}

/**
 * Starts a relay: servers hand it encrypted bytes for phones, and it hands them to Apple's or Google's service. It keeps nothing but counts, in memory and
 * by hashes, and writes nothing down of whom it reaches for whom. Throws a StartError.
 */
export async function startRelay(
  config: RelayConfig,
  { now = Date.now, places }: { readonly now?: () => number; readonly places?: ServicePlaces } = {},
): Promise<Relay> {
  const services = openPushServices(config, { now, places });
  const most = config.senderPerMinute;
  const networks = new Rate({ most: most * 2, windowMs: MINUTE_MS });
  const senders = new Rate({ most, windowMs: MINUTE_MS });
  const devices = new Rate({ most: config.devicePerMinute, windowMs: MINUTE_MS });
  const counts: Record<Outcome | 'limited', number> = { sent: 0, gone: 0, busy: 0, failed: 0, refused: 0, limited: 0 };
  let origin = config.url ?? '';

  const http = Fastify({
    logger: false,
    trustProxy: config.trustedProxies > 0 && ((_address: string, hop: number) => hop < config.trustedProxies),
    bodyLimit: MAX_BODY,
    requestTimeout: 30_000,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
  });
  http.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  const say = (reply: FastifyReply, { status, problem }: RelayAnswer, waitMs?: number) => {
    if (problem !== undefined) void reply.header(PROBLEM_HEADER, problem);
    if (waitMs !== undefined) void reply.header('Retry-After', Math.max(1, Math.ceil(waitMs / 1000)));
    return reply.code(status).header('Cache-Control', 'no-store').send();
  };
  http.setErrorHandler((_error, _request, reply) => say(reply, { status: 400, problem: 'request' }));
  http.setNotFoundHandler((_request, reply) => reply.code(404).send());
  http.get('/health/live', async (_request, reply) => reply.code(200).send());

  /** For how long somebody has to wait, where one of the counts is full. */
  const waitFor = (rate: Rate, key: string): number | undefined => {
    const waitMs = rate.take(key, now());
    if (waitMs !== undefined) counts.limited += 1;
    return waitMs;
  };

  http.post(PUSH_PATH, async (request: FastifyRequest, reply) => {
    const LIMIT = { status: 429, problem: 'limit' } as const;
    const networkWait = waitFor(networks, networkOf(request.ip));
    if (networkWait !== undefined) return say(reply, LIMIT, networkWait);
    const letter = readLetter(request.headers, request.body);
    if (letter === undefined) return say(reply, { status: 400, problem: 'request' });
    const { device, envelope } = letter;
    const sender = await senderOf(request.headers.authorization, origin, now());
    if (sender === undefined) return say(reply, { status: 401, problem: 'signature' });
    if (!services.serves(device)) return say(reply, { status: 404, problem: 'app' });
    const hash = createHash('sha256').update(`${device.kind} ${device.token}`).digest('base64url');
    const wait = waitFor(senders, sender) ?? waitFor(devices, hash);
    if (wait !== undefined) return say(reply, LIMIT, wait);
    const delivery = await services.send(device, envelope);
    counts[delivery.outcome] += 1;
    return say(reply, answerOf(delivery), delivery.waitMs);
  });

  const address = await http.listen({ port: config.port, host: config.host }).catch(async (error: unknown) => {
    await services.close();
    throw error;
  });
  const port = Number(new URL(address).port);
  if (origin === '') origin = `http://127.0.0.1:${port}`;
  return {
    port,
    counts,
    async close() {
      await http.close();
      await services.close();
    },
  };
}
