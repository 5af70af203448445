import {
  CONNECTIONS,
  flood,
  keepBusy,
  percentile,
  startBusyServer,
} from '../../server/src/platform/load/testing/busy-server.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import type { Line } from './table.ts';

const TIMES = 10;
const BEST_MS = 3000;
const FLOOD_MS = 6000;

/** A server that is asked ten times as much as it can do, beside the same server at its best. `url`: a database of Kontor's. */
export async function benchOverload(url: string, say: (text: string) => void): Promise<Line[]> {
  say('Overload …');
  const server = await startBusyServer(url, createLogger('fatal'));
  try {
    await keepBusy(server, CONNECTIONS, 500);
    const best = await keepBusy(server, CONNECTIONS * 2, BEST_MS);
    const { outcomes, seconds } = await flood(server, best.rate * TIMES, FLOOD_MS);
    const done = outcomes.filter(({ status }) => status === 200);
    const slow = percentile(
      done.map(({ ms }) => ms),
      0.95,
    );
    const after = await keepBusy(server, CONNECTIONS * 2, BEST_MS);
    const against = 'the same server at its best';
    return [
      {
        name: 'answers under ten times the load',
        unit: 'a second',
        ours: done.length / seconds,
        against,
        anchor: best.rate,
      },
      { name: 'the same: 95 of 100', unit: 'ms', ours: slow, against, anchor: best.medianMs },
      { name: 'answers right after it', unit: 'a second', ours: after.rate, against, anchor: best.rate },
    ];
  } finally {
    await server.close();
  }
}
