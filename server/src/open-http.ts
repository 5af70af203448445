import type { PongConfiguration } from '@kontor/contract/account';
import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import type { Hosts } from './modules/account/index.ts';
import type { Config } from './platform/config/config.ts';
import { diskOf } from './platform/health/disk.ts';
import type { Budgets } from './platform/http/budgets.ts';
import { appLinkRoutes } from './platform/http/app-links.ts';
import { commandRoute } from './platform/http/command-route.ts';
import type { Gate } from './platform/http/gate.ts';
import { healthRoutes } from './platform/http/health.ts';
import { queryRoute } from './platform/http/query-route.ts';
import { createHttp } from './platform/http/server.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import type { Load } from './platform/load/load.ts';
import type { CommandRunner } from './platform/operation/command.ts';
import type { Platform } from './platform/operation/context.ts';
import type { ModuleManifest } from './platform/operation/manifest.ts';
import { uploadRoute } from './platform/uploads/index.ts';
import type { Realtime } from './open-realtime.ts';

const WEB_APP = join(import.meta.dirname, '..', '..', 'web', 'dist');
/** Enough for any person and any script, and an end to what runs away. */
const REQUESTS_PER_MINUTE = 60_000;

interface HttpOptions {
  readonly config: Config;
  readonly platform: Platform;
  readonly realtime: Realtime;
  readonly modules: readonly ModuleManifest[];
  readonly runner: CommandRunner;
  readonly gate: Gate;
  readonly budgets: Budgets;
  readonly hosts: Hosts;
  readonly load: Load;
  /** Whether the server takes requests: from when it listens until it stops. */
  readonly isServing: () => boolean;
}

/** All that answers requests: health, queries, commands, uploads, what modules add, and the web app. It does not listen yet. */
export async function openHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { config, platform, realtime, modules, runner, gate, budgets, hosts, load, isServing } = options;
  const { database, log, metrics } = platform;
  const { change, repeats } = realtime;
  const queries = new Map(modules.flatMap((module) => module.queries).map((query) => [query.definition.name, query]));
  const http = await createHttp({
    log,
    newId: platform.newId,
    logsRequests: config.logRequests,
    metrics,
    tracer: platform.tracer,
    trustedProxies: config.trustedProxies,
    requestsPerMinute: REQUESTS_PER_MINUTE,
    budgets,
    formHosts: config.menuHosts.map(({ host }) => host),
    isOurHost: (host) => hosts.labelOf(host) !== undefined,
    allowsOrigin: hosts.allowsOrigin,
  });
  healthRoutes(http, { database, isServing, disk: () => diskOf(config.dataFolder) });
  appLinkRoutes(http, config);
  queryRoute(http, { platform, gate, budgets, queries, load, repeats });
  commandRoute(http, { gate, budgets, runner, load, metrics });
  uploadRoute(http, gate, load, { platform, change, maxBytes: config.uploadMaxBytes });
  for (const module of modules) module.routes?.(http);
  pongRoute(http, gate, realtime);
  await serveWebApp(http, WEB_APP);
  return http;
}

/** Tells a signed-in client where and as whom it listens to what changes. */
function pongRoute(http: FastifyInstance, gate: Gate, { broker, tickets }: Realtime): void {
  http.get('/workspace/index/get-pong-configuration/format/json', async (request, reply) => {
    const { instance, person } = await gate.signedIn(request, reply);
    const ticket = { instanceId: instance.id, userId: person.id, sessionId: person.sessionId };
    const url = new URL(`${request.protocol}://${request.host}`);
    const own = (): PongConfiguration => ({
      pongHost: url.hostname,
      port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
      username: String(person.id),
      password: tickets.issue(ticket),
      vhost: instance.name,
    });
    const pong = (await broker?.pong(instance, ticket)) ?? own();
    return reply.header('Cache-Control', 'no-store').send(pong);
  });
}
