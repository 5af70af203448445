import { CLIENT_VERSION } from '@kontor/contract/kernel';
import { startApp } from './app.ts';
import { openPlatform } from './open-platform.ts';
import { openStore } from './boot.ts';
import { fillDemo } from './demo/fill.ts';
import { DemoPost } from './demo/post.ts';
import { seedDemo, type SeededPerson } from './demo/seed.ts';
import { type Config, loadConfig } from './platform/config/config.ts';
import { createLogger } from './platform/log/logger.ts';
import { NO_METRICS } from './platform/metrics/metrics.ts';
import type { ServedMetrics } from './platform/metrics/prometheus.ts';
import { listenFault } from './platform/listen-fault.ts';
import { closeAll } from './platform/operation/closing.ts';
import type { Tracer } from './platform/trace/tracer.ts';

/** Says a line to whoever starts Kontor. */
type Say = (line: string) => void;

/** Settings, environment, listen; on a stop the reverse. */
export async function serve(stopped: Promise<void>, say: Say): Promise<void> {
  const began = Date.now();
  const config = loadConfig({ env: process.env, cwd: process.cwd() });
  const log = createLogger(config.logLevel, config.logFormat);
  const store = await openStore({ config, log });
  const metrics = await serveMetrics(config).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const tracer = await openTraces(config);
  try {
    const platform = await openPlatform({
      config,
      database: store.database,
      log,
      metrics: metrics ?? NO_METRICS,
      tracer,
    });
    const people = config.demo ? await seedDemo(platform, config.demoPassword) : undefined;
    // Told before anything else can fail: nobody learns these passwords a second time.
    const ownPost = config.demo ? new DemoPost(config) : undefined;
    const app = await startApp({ config, platform, ownPost }).catch((error: unknown) => {
      tellPeople(say, people);
      throw error;
    });
    tellAddress(say, config, app.port, began);
    tellPeople(say, people);
    const filling = fillDemo(platform, app.change, stopped).then(
      (mails = 0) => mails > 0 && log.info({ mails }, 'the demo is filled'),
      (error: unknown) => log.error({ err: error }, 'the demo could not be filled; the next start goes on with it'),
    );
    await stopped;
    await filling;
    await app.close();
  } finally {
    await closeAll([store, metrics, tracer]);
  }
}

/** Loaded only where it is wanted, as metrics are. */
async function openTraces({ tracesEndpoint }: Config): Promise<Tracer | undefined> {
  if (tracesEndpoint === undefined) return undefined;
  const { openTracer } = await import('./platform/trace/open-telemetry.ts');
  return openTracer(tracesEndpoint, CLIENT_VERSION);
}

async function serveMetrics({ metricsHost: host, metricsPort: port }: Config): Promise<ServedMetrics | undefined> {
  if (port === undefined) return undefined;
  const { createPrometheus } = await import('./platform/metrics/prometheus.ts');
  const metrics = createPrometheus();
  await metrics.listen(host, port).catch((error: unknown) => {
    throw listenFault(error, { host, port }, { host: 'KONTOR_METRICS_HOST', port: 'KONTOR_METRICS_PORT' });
  });
  return metrics;
}

function tellAddress(say: Say, config: Config, port: number, began: number): void {
  const address = config.publicUrl ?? `http://localhost:${port}`;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  say(`Kontor runs at ${address} (started in ${seconds} s). Ctrl-C stops it.`);
}

function tellPeople(say: Say, people: readonly SeededPerson[] | undefined): void {
  if (people === undefined) return;
  say('\nThis is the first start: the instance is "demo", its people are');
  for (const person of people) say(`  ${person.userName.padEnd(6)} password ${person.password}`);
  say('');
}
