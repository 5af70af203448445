import { accountEvents, type PongConfiguration } from '@kontor/contract/account';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  accountModule,
  administratorIds,
  createGate,
  createHosts,
  createInstanceDirectory,
  healthModule,
  loadPerson,
  requireProof,
  openSessionsAmong,
  originOfInstance,
} from './modules/account/index.ts';
import {
  activityModule,
  createListReader,
  unfinishedOf,
  type ItemModule,
  type ItemKindHooks,
  type ItemKinds,
} from './modules/activity/index.ts';
import { alarmModule, stillRings } from './modules/alarm/index.ts';
import { countMailboxes, followGroup, mailModule, suggestionsForMail, type ImagePolicy } from './modules/mail/index.ts';
import { documentModule } from './modules/document/index.ts';
import { memoModule, memoPersons } from './modules/memo/index.ts';
import { phonecallModule } from './modules/phonecall/index.ts';
import { recordModule, renewNumbers, type Suggestions } from './modules/record/index.ts';
import { languageOf, pushNews, pushOut, settingsModule } from './modules/settings/index.ts';
import { sharingModule } from './modules/sharing/index.ts';
import { taskModule } from './modules/task/index.ts';
import type { Config } from './platform/config/config.ts';
import { createResolver, type EgressPolicy } from './platform/egress/index.ts';
import { Budgets } from './platform/http/budgets.ts';
import { commandRoute } from './platform/http/command-route.ts';
import { diskOf } from './platform/health/disk.ts';
import { healthRoutes } from './platform/http/health.ts';
import { queryRoute } from './platform/http/query-route.ts';
import { createHttp } from './platform/http/server.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { loggedGate } from './platform/http/request-log.ts';
import { countJobs, startJobs } from './platform/jobs/runner.ts';
import { Load } from './platform/load/load.ts';
import { LoopLag } from './platform/load/loop-lag.ts';
import type { PressureLimits } from './platform/load/rules.ts';
import { createChange, type Change } from './platform/operation/change.ts';
import { closeAll } from './platform/operation/closing.ts';
import { ASYNC_COMMAND_JOB, createCommandRunner } from './platform/operation/command.ts';
import type { Instance, Platform } from './platform/operation/context.ts';
import { createMailer, relayOf, type MailRelay } from './platform/mailsend/index.ts';
import type { ModuleManifest, Service, ServiceTools } from './platform/operation/manifest.ts';
import { createRepeats } from './platform/operation/repeats.ts';
import { startSweep } from './platform/operation/sweep.ts';
import { Processes } from './platform/processes/processes.ts';
import { Signals } from './platform/processes/signals.ts';
import { openBroker } from './platform/realtime/broker/index.ts';
import { createBus, type BusMessage } from './platform/realtime/bus.ts';
import { openEndpoint } from './platform/realtime/endpoint.ts';
import { Relay } from './platform/realtime/relay.ts';
import { createTickets } from './platform/realtime/tickets.ts';
import { listenFault } from './platform/sentence.ts';
import { usedAmong, usedIn } from './platform/storage/used.ts';
import { startUploadSweep, uploadJobs, uploadRoute } from './platform/uploads/index.ts';
import { hostSettings } from './host-settings.ts';
import { openPreviews } from './platform/preview/index.ts';
import { receiveMail } from './receive-mail.ts';
import { STORED } from './stored.ts';

const WEB_APP = join(import.meta.dirname, '..', '..', 'web', 'dist');
/** Enough for any person and any script, and an end to what runs away. */
const REQUESTS_PER_MINUTE = 60_000;
const JOBS_AT_ONCE = 6;
const JOBS_POLL_MS = 2000;
/** How long a server that stops waits for what it is answering, and for its jobs. */
const MAX_DRAINING_MS = 10_000;
/** Under this name server processes tell each other that the outbox is worth a look. */
const OUTBOX_SIGNAL = 'outbox';

export interface App {
  readonly http: FastifyInstance;
  readonly platform: Platform;
  readonly port: number;
  /** Where mail is received; undefined where it is not. */
  readonly smtpPort: number | undefined;
  readonly change: Change;
  close(): Promise<void>;
}

/** Builds the server from its parts and listens. Everything that it starts is ended, in the reverse order, by `close`. */
/** A mail server that runs within this process, for one instance. */
export interface OwnPost {
  /** Where an instance's mail is handed over; undefined for those that it is not there for. */
  relayOf(instance: Instance): MailRelay | undefined;
  start(tools: Platform & ServiceTools): Promise<Service>;
}

export async function startApp(options: {
  readonly config: Config;
  readonly platform: Platform;
  /** Where images that mails name may be fetched from; for tests. */
  readonly imagePolicy?: ImagePolicy | undefined;
  /** Where devices may be pushed to; for tests. */
  readonly pushPolicy?: EgressPolicy | undefined;
  /** From where on the server sheds load; for tests, whose machine is as busy as it is. */
  readonly pressureLimits?: PressureLimits | undefined;
  /** How often it is looked for jobs that have become due, in milliseconds; those that are added are told of. For tests. */
  readonly jobsPollMs?: number | undefined;
  /** Takes the mails of an instance that has a mail server of its own on this machine. */
  readonly ownPost?: OwnPost | undefined;
  /** Only answers: no job, mailbox or sweep. For a copy of a database that is tried, whose work another server does. */
  readonly answersOnly?: boolean;
}): Promise<App> {
  const { config, platform, answersOnly = false, pushPolicy = { allowPrivateHosts: false } } = options;
  const { database, log, metrics } = platform;
  let port = config.port;
  let smtpPort: number | undefined;
  let isServing = false;

  const directory = createInstanceDirectory(database, platform.now);
  const bus = createBus();
  const relay = new Relay({ database, bus, log, metrics });
  const isAlone = config.databaseUrl === undefined;
  const processes = await Processes.start({ ...platform, isAlone });
  const signals = new Signals({ database, processes, log });
  const mayEndSessions = ({ body }: BusMessage) => body.includes(accountEvents.sessionChanged.type);
  const openSessions = (instanceId: number, sessionIds: readonly string[]) =>
    openSessionsAmong(database.forInstance(instanceId), instanceId, sessionIds, platform.now());
  const broker = await openBroker({
    config,
    database,
    processes,
    log,
    now: platform.now,
    openSessions,
    mayEndSessions,
  }).catch(async (error: unknown) => {
    await closeAll([processes, signals, relay]);
    throw error;
  });
  const wakeRelay = () => (broker ?? relay).wake();
  signals.on(OUTBOX_SIGNAL, wakeRelay);
  const wake = () => {
    wakeRelay();
    signals.send(OUTBOX_SIGNAL);
  };
  const change = createChange(platform, wake, { auditors: administratorIds, onNews: pushNews });
  const repeats = createRepeats(change, log);
  const tickets = createTickets(platform.secrets, database, platform.now);
  const hosts = createHosts(() => hostSettings(config, port));
  const isSecure = (request: FastifyRequest) => request.protocol === 'https';
  const gateParts = { platform, directory, hosts, isSecure, change, repeats, bus };
  const budgets = new Budgets();
  const gate = budgets.knowing(loggedGate(createGate(gateParts)));
  const lag = new LoopLag();
  const load = watchLoad(platform, lag, options.pressureLimits);

  const operatorsRelay = relayOf(config);
  const { ownPost } = options;
  const relayFor = (instance: Instance) => ownPost?.relayOf(instance) ?? operatorsRelay;
  const itemKinds = new Map<ItemKindHooks['module'], ItemKindHooks>() satisfies ItemKinds;
  const list = createListReader(() => itemKinds, platform.now);
  const previews = openPreviews({
    libreOffice: config.libreOffice,
    onKill: (reason) => metrics.count('parser_kills', { reason }),
  });
  const suggestions: Suggestions = new Map([['email', suggestionsForMail]]);
  const originOf = ({ name }: Instance): string =>
    originOfInstance({ publicUrl: config.publicUrl, domains: hostSettings(config, port).domains }, name);
  const modules: readonly (ModuleManifest | ItemModule)[] = [
    accountModule({
      ...gateParts,
      gate,
      isBlobUsed: usedIn(STORED),
      instanceDomains: () => hostSettings(config, port).domains,
      mailer: createMailer(operatorsRelay),
      menu: { hosts: config.menuHosts, schemes: config.menuSchemes },
      onGroupMembers: followGroup,
      onPhoneCountry: renewNumbers,
      originOf,
    }),
    healthModule({
      load,
      lagMs: () => lag.ms,
      startedAt: platform.now(),
      dataFolder: config.dataFolder,
      outboxSeconds: (instanceId) => (broker ?? relay).oldestSeconds(instanceId),
      mailboxes: ({ db, instance }) => countMailboxes(db, instance.id),
    }),
    activityModule({
      itemKinds: () => itemKinds,
      list,
      texts: config.texts
        ? {
            processes: config.textProcesses,
            seconds: config.textSeconds,
            memoryMiB: config.textMemoryMiB,
            maxBytes: config.textMaxBytes,
          }
        : undefined,
      metrics,
    }),
    mailModule({
      list,
      itemKinds: () => itemKinds,
      previews,
      parserProcesses: config.parserProcesses,
      mailPolicy: { allowPrivateHosts: config.mailPrivateHosts },
      imagePolicy: options.imagePolicy,
      resolver: config.dns === 'off' ? undefined : createResolver(config.dns),
      metrics,
      sending: {
        limits: { mostBytes: config.mailMostBytes, mostReceivers: config.mailMostReceivers },
        relayOf: relayFor,
        name: config.smtpName,
        triesHours: config.sendTriesHours,
      },
      receiver: {
        isOn: config.smtpPort !== undefined,
        name: config.smtpName,
        port: config.smtpPort ?? null,
        receivesFor: (instance) => config.smtpPort !== undefined || ownPost?.relayOf(instance) !== undefined,
      },
      writing: {
        hasRelay: (instance) => relayFor(instance) !== undefined,
        mostBytes: config.mailMostBytes,
        languageOf,
      },
    }),
    documentModule({ list, itemKinds: () => itemKinds, previews }),
    memoModule({ itemKinds: () => itemKinds }),
    sharingModule({ itemKinds: () => itemKinds }),
    recordModule({
      list,
      itemKinds: () => itemKinds,
      suggestions: () => suggestions,
      followers: () => [memoPersons],
      now: platform.now,
    }),
    phonecallModule(),
    alarmModule({ pushOut }),
    taskModule({ list, itemKinds: () => itemKinds, gate, runner: () => runner, newId: platform.newId }),
    settingsModule({ push: { policy: pushPolicy, originOf, stillRings, countUnfinished: unfinishedOf } }),
  ];

  for (const module of modules)
    if ('itemKinds' in module) for (const itemKind of module.itemKinds) itemKinds.set(itemKind.module, itemKind);
  const queries = new Map(modules.flatMap((module) => module.queries).map((query) => [query.definition.name, query]));
  const commands = new Map(
    modules.flatMap((module) => module.commands).map((command) => [command.definition.name, command]),
  );
  const runner = createCommandRunner(platform, change, commands, { loadPerson, requireProof, repeats });

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
  healthRoutes(http, { database, isServing: () => isServing, disk: () => diskOf(config.dataFolder) });
  queryRoute(http, { platform, gate, budgets, queries, load, repeats });
  commandRoute(http, { gate, budgets, runner, load, metrics });
  uploadRoute(http, gate, load, { platform, change, maxBytes: config.uploadMaxBytes });
  for (const module of modules) module.routes?.(http);
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
  await serveWebApp(http, WEB_APP);

  const started: Service[] = [lag, previews, processes, signals, relay, repeats];
  if (broker !== undefined) started.push(broker);
  let closing: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    // Whoever sends people here is told first, and needs a moment to hear it.
    if (isServing) {
      isServing = false;
      await sleep(config.drainSeconds * 1000);
    }
    await closeAll(started);
  };
  const close = (): Promise<void> => (closing ??= stop());
  const work = async (): Promise<void> => {
    const handlers = Object.assign(
      { [ASYNC_COMMAND_JOB]: runner.job, ...uploadJobs(usedAmong(STORED)) },
      ...modules.map((module) => module.jobs),
    );
    const tools = { ...platform, change, directory, processes, signals };
    let jobsEnd: Promise<void> | undefined;
    // Waited for once more at the end: a job that took too long has ended by then, with what it worked with.
    started.push(startSweep(platform, directory.all), startUploadSweep({ platform, change }, directory.all), {
      close: async () => jobsEnd,
    });
    for (const module of modules) {
      for (const start of module.services ?? []) started.push(await start(tools));
    }
    const jobs = await startJobs({
      platform,
      change,
      handlers,
      loadInstance: directory.byId,
      concurrency: JOBS_AT_ONCE,
      pollMs: options.jobsPollMs ?? JOBS_POLL_MS,
      processes,
      isAlone,
      giveWay: () => load.giveWay(),
    });
    // Before what jobs work with: what is begun is done to its end. One that takes too long ends when that is closed below it.
    started.push({
      close: () => Promise.race([(jobsEnd = jobs.close()), sleep(MAX_DRAINING_MS, undefined, { ref: false })]),
    });
    if (ownPost !== undefined) started.push(await ownPost.start(tools));
    if (config.smtpPort !== undefined) {
      // Whoever delivers is refused first when the server stops, while everything that could take the mail still works.
      const receiver = await receiveMail(config, config.smtpPort, tools);
      started.push(receiver);
      smtpPort = receiver.port;
    }
  };
  try {
    if (!answersOnly) await work();
    // Closed after the real-time endpoint: it waits for every connection, upgraded ones too.
    started.push({ close: () => closeHttp(http) });
    started.push(
      openEndpoint({
        server: http.server,
        bus,
        relay,
        tickets,
        log,
        metrics,
        nameOf: async (id) => (await directory.byId(id))?.name,
        allowsOrigin: hosts.allowsOrigin,
        openSessions,
        mayEndSessions,
      }),
    );
    await http.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw listenFault(error, config);
    });
    port = (http.server.address() as AddressInfo).port;
    isServing = true;
  } catch (error) {
    await close();
    throw error;
  }
  return { http, platform, port, smtpPort, change, close };
}

/** Waits for what is being answered, though not for ever. */
async function closeHttp(http: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => http.server.closeAllConnections(), MAX_DRAINING_MS);
  // A connection that was answered stays open for the next request, which will not come.
  const idle = setInterval(() => http.server.closeIdleConnections(), 100);
  await http.close();
  clearInterval(idle);
  clearTimeout(timer);
}

/** What the server looks at to know whether it can take on more. */
function watchLoad({ database, metrics }: Platform, lag: LoopLag, limits: PressureLimits | undefined): Load {
  const { pool } = database;
  pool.wait.listen((ms) => metrics.time('pool_wait_seconds', ms / 1000, {}));
  metrics.gauge('loop_lag_seconds', () => lag.ms / 1000);
  metrics.gauge('pool_busy', () => pool.busy());
  metrics.gauge('pool_waiting', () => pool.wait.waiting);
  metrics.gauge('jobs_open', async () => (await countJobs(database)).open);
  metrics.gauge('jobs_failed', async () => (await countJobs(database)).failed);
  const signs = () => ({ lagMs: lag.ms, waitMs: pool.wait.longestMs() });
  return new Load({ signs, poolSize: pool.size, metrics, limits });
}
