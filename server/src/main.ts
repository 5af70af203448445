import { CLIENT_VERSION } from '@kontor/contract/kernel';
import { openPlatform, startApp } from './app.ts';
import { openStore } from './boot.ts';
import { fillDemo } from './demo/fill.ts';
import { seedDemo, type SeededPerson } from './demo/seed.ts';
import { type Config, loadConfig } from './platform/config/config.ts';
import { createLogger } from './platform/log/logger.ts';
import { NO_METRICS } from './platform/metrics/metrics.ts';
import type { ServedMetrics } from './platform/metrics/prometheus.ts';
import { listenFault, sentenceOf } from './platform/sentence.ts';
import { onStopSignal } from './platform/signals.ts';
import { closeAll } from './platform/operation/closing.ts';
import type { Tracer } from './platform/trace/tracer.ts';

/** The only file that does something when it is run: settings, environment, listen; on a stop the reverse. */
async function main(stopped: Promise<void>): Promise<void> {
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
    const app = await startApp({ config, platform }).catch((error: unknown) => {
      tellPeople(people);
      throw error;
    });
    tellAddress(config, app.port, began);
    tellPeople(people);
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

function tellAddress(config: Config, port: number, began: number): void {
  const address = config.publicUrl ?? `http://localhost:${port}`;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`Kontor runs at ${address} (started in ${seconds} s). Ctrl-C stops it.`);
}

function tellPeople(people: readonly SeededPerson[] | undefined): void {
  if (people === undefined) return;
  console.log('\nThis is the first start: the instance is "demo", its people are');
  for (const person of people) console.log(`  ${person.userName.padEnd(6)} password ${person.password}`);
  console.log('');
}

// A terminal that was closed takes no more text, which is no reason to leave the database behind.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.on('unhandledRejection', (error) => {
  console.error('Kontor ends because of a fault that nobody handled.', error);
  process.exit(1);
});

/** Resolves at the first signal; one during the start waits until what has begun can be ended in order. */
const stopped = new Promise<void>((resolve) => {
  onStopSignal(() => {
    console.log('\nKontor stops.');
    resolve();
  });
});

main(stopped).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(sentenceOf(error) ?? error);
    process.exit(1);
  },
);
