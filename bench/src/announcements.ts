import { availableParallelism } from 'node:os';
import type { TestClient } from '../../server/src/testing/client.ts';
import { hasRabbit, startRabbit } from '../../server/src/testing/rabbit.ts';
import { personalPeer, rabbit, times } from './fan-out.ts';
import { quantile } from './measure.ts';
import type { Line } from './table.ts';

/** Announcements follow each other when all that one brings with it is done. */
const PAUSE_MS = 1500;

/** An announcement on its way to the screens of all whom it goes to, beside a broker that stores nothing. */
export async function benchTold(
  port: number,
  receivers: readonly TestClient[],
  announce: () => Promise<unknown>,
): Promise<Line[]> {
  const count = receivers.length;
  let next = 0;
  const peer = () => {
    const receiver = receivers[(next += 1) - 1];
    if (receiver === undefined) throw new Error('There are more screens than people');
    return personalPeer(receiver, port);
  };
  const ours = await times(count, peer, announce, PAUSE_MS);
  const broker = hasRabbit() ? await startRabbit({ threads: availableParallelism() }) : undefined;
  const theirs = broker && (await rabbit(broker, count, PAUSE_MS).finally(() => broker.close()));
  return ([0.5, 0.99] as const).map((share) => ({
    name: `an announcement told to ${count.toLocaleString('en')}, ${share === 0.5 ? 'half' : '99 of 100'} of them within`,
    unit: 'ms',
    ours: quantile(ours, share),
    against: 'RabbitMQ Web STOMP, nothing stored',
    ...(theirs && { anchor: quantile(theirs, share) }),
    aim: { most: 1 },
  }));
}
