import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  accountModule,
  createGate,
  createHosts,
  createInstanceDirectory,
  healthModule,
  loadPerson,
  requireProof,
  originOfInstance,
  type GateParts,
} from './modules/account/index.ts';
import {
  activityModule,
  createListReader,
  isStillNews,
  unfinishedOf,
  type ItemModule,
  type ItemKindHooks,
  type ItemKinds,
} from './modules/activity/index.ts';
import { alarmModule, stillRings } from './modules/alarm/index.ts';
import { healthOfModules, inboxOf, stateSources } from './between-modules.ts';
import { calendarParts } from './calendar-parts.ts';
import { appointmentModule, arrangeInbox } from './modules/appointment/index.ts';
import { followGroup, mailModule, suggestionsForMail, type ImagePolicy } from './modules/mail/index.ts';
import { documentModule } from './modules/document/index.ts';
import { memoModule, memoPersons } from './modules/memo/index.ts';
import { messageModule } from './modules/message/index.ts';
import { numberClaims, phonecallModule, type PhoneOptions } from './modules/phonecall/index.ts';
import { presenceModule, type Devices, type StateSource } from './modules/presence/index.ts';
import { recordModule, type Suggestions } from './modules/record/index.ts';
import { endNews, languageOf, peopleWithout, pushOut, settingsModule, zoneOfPerson } from './modules/settings/index.ts';
import { sharingModule } from './modules/sharing/index.ts';
import { taskModule } from './modules/task/index.ts';
import type { Config } from './platform/config/config.ts';
import type { EgressPolicy } from './platform/egress/index.ts';
import { Budgets } from './platform/http/budgets.ts';
import type { Gate } from './platform/http/gate.ts';
import { loggedGate } from './platform/http/request-log.ts';
import type { Load } from './platform/load/load.ts';
import { LoopLag } from './platform/load/loop-lag.ts';
import type { PressureLimits } from './platform/load/rules.ts';
import type { Change } from './platform/operation/change.ts';
import { closeAll } from './platform/operation/closing.ts';
import { createCommandRunner, type CommandRunner } from './platform/operation/command.ts';
import type { Instance, Platform } from './platform/operation/context.ts';
import type { ModuleManifest, Service } from './platform/operation/manifest.ts';
import { listenFault } from './platform/listen-fault.ts';
import { usedIn } from './platform/storage/used.ts';
import { openLiveDevices } from './devices/live-devices.ts';
import { hostSettings } from './host-settings.ts';
import { mailParts, openMailWays, type OwnPost } from './mail-parts.ts';
import { phoneParts, phonePorts } from './phone-parts.ts';
import { openHttp } from './open-http.ts';
import { openClientChannel, openRealtime, type Realtime } from './open-realtime.ts';
import { startWork } from './start-work.ts';
import { watchLoad } from './watch-load.ts';
import { openPushServices, type PushServices, type ServicePlaces } from './platform/push/index.ts';
import { openPreviews, type PreviewParts } from './platform/preview/index.ts';
import { STORED } from './stored.ts';

/** How long a server that stops waits for what it is answering, and for its jobs. */
const MAX_DRAINING_MS = 10_000;

export interface App {
  readonly http: FastifyInstance;
  readonly platform: Platform;
  readonly port: number;
  /** Where mail is received; undefined where it is not. */
  readonly smtpPort: number | undefined;
  readonly change: Change;
  close(): Promise<void>;
}

/** What presence is told by in tests. */
export interface PresenceOptions {
  readonly devices?: Devices;
  readonly sources?: readonly StateSource[];
  readonly sweepMs?: number;
}

/** What a server is started with. */
interface AppOptions {
  readonly config: Config;
  readonly platform: Platform;
  /** Where images that mails name, and feeds, may be fetched from; for tests. */
  readonly imagePolicy?: ImagePolicy | undefined;
  /** Where devices may be pushed to; for tests. */
  readonly pushPolicy?: EgressPolicy | undefined;
  /** Where the push services of phones are; for tests. */
  readonly pushPlaces?: ServicePlaces | undefined;
  /** Where telephone systems may be, and how they are looked for; for tests. */
  readonly phone?: PhoneOptions | undefined;
  /** From where on the server sheds load; for tests, whose machine is as busy as it is. */
  readonly pressureLimits?: PressureLimits | undefined;
  /** How often it is looked for jobs that have become due, in milliseconds; those that are added are told of. For tests. */
  readonly jobsPollMs?: number | undefined;
  /** Takes the mails of an instance that has a mail server of its own on this machine. */
  readonly ownPost?: OwnPost | undefined;
  /** Who is there, and modules that know of states, in the place of those there are; for tests. */
  readonly presence?: PresenceOptions | undefined;
  /** Only answers: no job, mailbox or sweep. For a copy of a database that is tried, whose work another server does. */
  readonly answersOnly?: boolean;
}

/** Builds the server from its parts and listens. Everything that it starts is ended, in the reverse order, by `close`. */
export async function startApp(given: AppOptions): Promise<App> {
  const { config, answersOnly = false, ownPost } = given;
  let port = config.port;
  let isServing = false;
  const ownHosts = () => hostSettings(config, port);

  // Keys that are not what they should be end the start before anything else has begun.
  const services = openPushServices(config, { now: given.platform.now, places: given.pushPlaces });
  const directory = createInstanceDirectory(given.platform.database, given.platform.now);
  const realtime = await openRealtime(config, given.platform);
  const { platform, bus, relay, broker, processes, signals, change, repeats } = realtime;
  const options: AppOptions = { ...given, platform };
  const hosts = createHosts(ownHosts);
  const isSecure = (request: FastifyRequest) => request.protocol === 'https';
  const gateParts = { platform, directory, hosts, isSecure, change, repeats, bus };
  const budgets = new Budgets();
  const gate = budgets.knowing(loggedGate(createGate(gateParts)));
  const lag = new LoopLag();
  const load = watchLoad(platform, lag, options.pressureLimits);
  const previews = openPreviews({
    libreOffice: config.libreOffice,
    onKill: (reason) => platform.metrics.count('parser_kills', { reason }),
  });

  const devices = openLiveDevices({ ...platform, ...realtime });
  const moduleParts = { gateParts, gate, load, lag, previews, ownHosts, devices, services };
  const modules = listModules({ ...options, ...moduleParts, realtime, runner: () => runner });
  const commands = new Map(
    modules.flatMap((module) => module.commands).map((command) => [command.definition.name, command]),
  );
  const runner = createCommandRunner(platform, change, commands, { loadPerson, requireProof, repeats });
  const parts = { config, platform, realtime, modules, runner, load };
  const http = await openHttp({ ...parts, gate, budgets, hosts, isServing: () => isServing });

  const started: Service[] = [lag, previews, processes, signals, devices, relay, repeats, services];
  if (broker !== undefined) started.push(broker);
  let smtpPort: number | undefined;
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
  try {
    if (!answersOnly)
      smtpPort = await startWork({
        ...parts,
        directory,
        started,
        jobsPollMs: options.jobsPollMs,
        maxDrainingMs: MAX_DRAINING_MS,
        startOwnPost: ownPost && ((tools) => ownPost.start(tools)),
      });
    // Closed after the real-time endpoint: it waits for every connection, upgraded ones too.
    started.push({ close: () => closeHttp(http) });
    started.push(openClientChannel(http, platform, { realtime, directory, hosts }));
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

interface ModulesOptions extends AppOptions {
  readonly realtime: Realtime;
  readonly gateParts: GateParts;
  readonly gate: Gate;
  readonly load: Load;
  readonly lag: LoopLag;
  readonly previews: PreviewParts;
  readonly devices: Devices;
  readonly services: PushServices;
  /** Under which names this server answers. */
  readonly ownHosts: () => ReturnType<typeof hostSettings>;
  /** What runs commands; there once all modules are. */
  readonly runner: () => CommandRunner;
}

/** What is looked at once more before something is pushed. */
const ASKED_BEFORE_PUSHING = { stillRings, isStillNews, countUnfinished: unfinishedOf };

/** All modules, each with what it needs of the others and of the settings. */
function listModules(options: ModulesOptions): readonly (ModuleManifest | ItemModule)[] {
  const { config, platform, pushPolicy = { allowPrivateHosts: false } } = options;
  const { realtime, gateParts, gate, load, lag, previews, ownHosts, runner } = options;
  const ways = openMailWays(config, options.ownPost);
  const { mailer, letters, invitations } = ways;
  const itemKinds = new Map<ItemKindHooks['module'], ItemKindHooks>() satisfies ItemKinds;
  const list = createListReader(() => itemKinds, platform.now);
  const suggestions: Suggestions = new Map([['email', suggestionsForMail]]);
  const originOf = ({ name }: Instance): string =>
    originOfInstance({ publicUrl: config.publicUrl, domains: ownHosts().domains }, name);
  const presence = {
    devices: options.presence?.devices ?? options.devices,
    sources: stateSources(options.presence?.sources ?? []),
    languageOf,
    zoneOf: zoneOfPerson,
    pushOut,
    sweepMs: options.presence?.sweepMs,
  };
  const modules: readonly (ModuleManifest | ItemModule)[] = [
    accountModule({
      ...gateParts,
      gate,
      isBlobUsed: usedIn(STORED),
      instanceDomains: () => ownHosts().domains,
      mailer,
      menu: { hosts: config.menuHosts, schemes: config.menuSchemes },
      onGroupMembers: followGroup,
      onPhoneCountry: phonePorts.onPhoneCountry,
      originOf,
    }),
    healthModule({
      load,
      lagMs: () => lag.ms,
      startedAt: platform.now(),
      dataFolder: config.dataFolder,
      outboxSeconds: realtime.oldestSeconds,
      ...healthOfModules,
    }),
    activityModule({
      itemKinds: () => itemKinds,
      list,
      texts: textsOf(config),
      metrics: platform.metrics,
    }),
    mailModule(mailParts({ ...options, ways, list, itemKinds: () => itemKinds })),
    documentModule({ list, itemKinds: () => itemKinds, previews }),
    memoModule({ itemKinds: () => itemKinds }),
    sharingModule({ itemKinds: () => itemKinds }),
    recordModule({
      list,
      itemKinds: () => itemKinds,
      suggestions: () => suggestions,
      followers: () => [memoPersons, numberClaims],
      now: platform.now,
    }),
    phonecallModule({
      list,
      itemKinds: () => itemKinds,
      previews,
      ...phoneParts({ platform, gateParts, config, options: options.phone, originOf, presence }),
    }),
    alarmModule({ pushOut }),
    taskModule({ list, itemKinds: () => itemKinds, gate, runner, newId: platform.newId }),
    messageModule({
      list,
      itemKinds: () => itemKinds,
      previews,
      endNews,
      letters,
      hiding: (db, instanceId) => peopleWithout(db, instanceId, 'messageReadMarks'),
    }),
    appointmentModule({
      list,
      itemKinds: () => itemKinds,
      inboxOf,
      sendReply: invitations.reply,
      inviting: invitations,
      // It is strangers' servers that people name: none in the own network.
      feedPolicy: options.imagePolicy ?? { allowPrivateHosts: false },
      ...calendarParts({
        platform,
        gateParts,
        repeats: realtime.repeats,
        itemKinds: () => itemKinds,
        mailer,
        originOf,
      }),
    }),
    presenceModule({ platform, gate, directory: gateParts.directory, change: gateParts.change, ...presence }),
    settingsModule({
      push: {
        policy: pushPolicy,
        services: options.services,
        relay: config.pushRelay,
        originOf,
        ...ASKED_BEFORE_PUSHING,
      },
      onChosen: arrangeInbox,
    }),
  ];

  for (const module of modules)
    if ('itemKinds' in module) for (const itemKind of module.itemKinds) itemKinds.set(itemKind.module, itemKind);
  return modules;
}

/** How texts are taken out of files, where they are. */
const textsOf = (config: Config) =>
  config.texts
    ? {
        processes: config.textProcesses,
        seconds: config.textSeconds,
        memoryMiB: config.textMemoryMiB,
        maxBytes: config.textMaxBytes,
      }
    : undefined;

/** Waits for what is being answered, though not for ever. */
async function closeHttp(http: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => http.server.closeAllConnections(), MAX_DRAINING_MS);
  // A connection that was answered stays open for the next request, which will not come.
  const idle = setInterval(() => http.server.closeIdleConnections(), 100);
  await http.close();
  clearInterval(idle);
  clearTimeout(timer);
}
