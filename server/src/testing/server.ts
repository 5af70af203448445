import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type App, type PresenceOptions } from '../app.ts';
import type { OwnPost } from '../mail-parts.ts';
import { openPlatform } from '../open-platform.ts';
import { addPerson, createInstance, type NewPerson } from '../modules/account/index.ts';
import type { ImagePolicy } from '../modules/mail/index.ts';
import type { PhoneOptions } from '../modules/phonecall/index.ts';
import { loadConfig, type Config } from '../platform/config/config.ts';
import type { EgressPolicy } from '../platform/egress/index.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createTestDatabase } from '../platform/db/testing.ts';
import type { PressureLimits } from '../platform/load/rules.ts';
import type { Logger } from '../platform/log/logger.ts';
import type { ServicePlaces } from '../platform/push/index.ts';
import { NO_METRICS, type Metrics } from '../platform/metrics/metrics.ts';
import type { Tracer } from '../platform/trace/tracer.ts';
import { createChange, type Change } from '../platform/operation/change.ts';
import type { Instance, Platform } from '../platform/operation/context.ts';
import { TestClient } from './client.ts';
import { clusterEnv, startCluster } from './cluster.ts';
import { testLog } from './logged.ts';
import { NEVER_SHED } from '../platform/load/rules.ts';
import { scaleProfile } from './scale-profile.ts';
import { JOBS_POLL_MS, PATIENT_MS, PATIENT_STATEMENT_MS } from './server-fork.ts';

export const TEST_PASSWORD = 'correct horse battery';

/** A server with a database and a data folder of its own, as module tests use it. */
export interface TestServer {
  readonly app: App;
  readonly platform: Platform;
  readonly base: string;
  readonly url: string;
  readonly dataFolder: string;
  /** Settings of the profile, which a command line beside the server has to have, too. */
  readonly env: Readonly<Record<string, string>>;
  readonly change: Change;
  /** Moves the server's clock. */
  advance(ms: number): void;
  instance(name: string): Promise<Instance>;
  person(instance: Instance, userName: string, more?: Partial<NewPerson>): Promise<number>;
  /** A person of that name, signed in. */
  client(instance: Instance, userName: string): Promise<TestClient>;
  close(): Promise<void>;
}

/**
 * Starts a server on a fresh copy of the template database. On the profile for many machines it is three processes behind a balancer,
 * of which the first is this one; `ownRealtime` leaves real time to Kontor's own endpoint there, and with `alone` this one is all:
 * for tests that look into it (its log, its metrics, its connections) or that no balancer may stand in front of.
 */
export async function startTestServer(
  env: Record<string, string> = {},
  options: {
    readonly imagePolicy?: ImagePolicy;
    readonly pushPolicy?: EgressPolicy;
    readonly pushPlaces?: ServicePlaces;
    readonly phone?: PhoneOptions;
    readonly ownRealtime?: boolean;
    readonly alone?: boolean;
    readonly log?: Logger;
    readonly metrics?: Metrics;
    readonly tracer?: Tracer;
    readonly pressureLimits?: PressureLimits;
    readonly ownPost?: (config: Config) => OwnPost;
    readonly presence?: PresenceOptions;
    /** Done before the app starts. */
    readonly seed?: (platform: Platform) => Promise<unknown>;
    readonly poolSize?: number;
    readonly waitMs?: number;
  } = {},
): Promise<TestServer> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'kontor-test-'));
  const { ownRealtime = false, alone = false } = options;
  const cluster = alone ? undefined : await startCluster(ownRealtime);
  const profile = scaleProfile();
  const settings = cluster?.env ?? (profile && (await clusterEnv(profile, ownRealtime))) ?? {};
  const common = { DATABASE_URL: database.url, KONTOR_DNS: 'off', ...settings, ...env };
  const config = loadConfig({ env: { KONTOR_PORT: '0', KONTOR_DATA: folder, ...common }, cwd: folder });
  const log = options.log ?? testLog();
  const { poolSize = 6, waitMs = PATIENT_MS, metrics = NO_METRICS } = options;
  const limits = { slowMs: config.logSlowSql, waitMs, statementMs: PATIENT_STATEMENT_MS };
  const db = await openDatabase({ url: database.url, poolSize, log, ...limits });
  let shift = 0;
  const platform = await openPlatform({
    config,
    database: db,
    log,
    metrics,
    tracer: options.tracer,
    now: () => Date.now() + shift,
  });
  const { imagePolicy, pushPolicy, pushPlaces, phone, pressureLimits = NEVER_SHED } = options;
  await options.seed?.(platform);
  const ownPost = options.ownPost?.(config);
  const app = await startApp({
    config,
    platform,
    imagePolicy,
    pushPolicy,
    pushPlaces,
    phone,
    pressureLimits,
    ownPost,
    presence: options.presence,
    jobsPollMs: JOBS_POLL_MS,
  });
  await cluster?.start(app.port, { ...common, KONTOR_KEY_FILE: config.keyFile, KONTOR_DATA: folder }, imagePolicy);
  const base = cluster?.base ?? `http://127.0.0.1:${app.port}`;
  return {
    app,
    platform,
    base,
    url: database.url,
    dataFolder: folder,
    env: settings,
    change: createChange(app.platform, () => {}),
    advance(ms) {
      shift += ms;
      cluster?.advance(ms);
    },
    async instance(name) {
      const id = await createInstance(db.owner, { name, title: name });
      return { id, name, title: name, settings: {} };
    },
    person: (instance, userName, more = {}) =>
      addPerson(db.forInstance(instance.id), instance.id, {
        userName,
        firstName: userName,
        lastName: 'Test',
        password: TEST_PASSWORD,
        ...more,
      }),
    client: (instance, userName) => new TestClient(base, instance.name).signIn(userName, TEST_PASSWORD),
    async close() {
      await cluster?.close();
      await app.close();
      await db.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
