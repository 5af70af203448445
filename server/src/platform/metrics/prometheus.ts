import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { COUNTERS, GAUGES, TIMERS, type Metrics } from './metrics.ts';

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const named = (name: string, isCounter = false) => `kontor_${name}${isCounter ? '_total' : ''}`;
const mapped = <T extends object, R>(table: T, make: (name: keyof T & string) => R) =>
  Object.fromEntries(Object.keys(table).map((name) => [name, make(name as keyof T & string)])) as {
    [K in keyof T]: R;
  };

export interface ServedMetrics extends Metrics {
  /** The text that Prometheus reads. */
  text(): Promise<string>;
  /** Returns `GET /metrics` at an address of its own. Rejects where that is taken. Returns the port. */
  listen(host: string, port: number): Promise<number>;
  close(): Promise<void>;
}

/** Metrics that Prometheus can read, with those of the process itself. */
export function createPrometheus(): ServedMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counters = mapped(
    COUNTERS,
    (name) =>
      new Counter({ name: named(name, true), help: COUNTERS[name].help, labelNames: COUNTERS[name].labels, registers }),
  );
  const timers = mapped(
    TIMERS,
    (name) =>
      new Histogram({
        name: named(name),
        help: TIMERS[name].help,
        labelNames: TIMERS[name].labels,
        buckets: SECONDS,
        registers,
      }),
  );
  // What has happened to nobody yet stands there as 0, so that an alarm can be set on it.
  for (const [name, { labels }] of Object.entries(COUNTERS))
    if (labels.length === 0) counters[name as keyof typeof COUNTERS].inc(0);

  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return {
    count: (name, labels) => counters[name].inc(labels as Record<string, string>),
    time: (name, seconds, labels) => timers[name].observe(labels as Record<string, string>, seconds),
    gauge(name, read) {
      registry.removeSingleMetric(named(name));
      const gauge: Gauge = new Gauge({
        name: named(name),
        help: GAUGES[name],
        registers,
        async collect() {
          // What cannot be read, the database being away, is not there; the rest is.
          try {
            gauge.set(await read());
          } catch {
            gauge.set(Number.NaN);
          }
        },
      });
    },
    text: () => registry.metrics(),
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
      }),
    close: () =>
      new Promise((resolve) => {
        registry.clear();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
