import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ImagePolicy } from '../modules/mail/index.ts';
import { startBalancer } from './balancer.ts';
import { withOwnBucket } from '../platform/storage/testing/s3-peer.ts';
import { scaleProfile, type ScaleProfile } from './scale-profile.ts';
import { forkServer, type ForkedServer } from './server-fork.ts';

/** How many processes a server has on this profile, with that of the test itself. */
const PROCESSES = 3;

export interface Cluster {
  /** Where all processes are reached. */
  readonly base: string;
  /** Settings that all processes have in common. */
  readonly env: Record<string, string>;
  /** Starts the other processes, and begins to pass requests to all of them. */
  start(firstPort: number, env: Record<string, string>, imagePolicy?: ImagePolicy): Promise<void>;
  advance(ms: number): void;
  close(): Promise<void>;
}

/** Settings on the profile for many machines: what is kept is told apart from that of all other servers on it. */
export async function clusterEnv(profile: ScaleProfile, ownRealtime: boolean): Promise<Record<string, string>> {
  const broker = ownRealtime ? {} : { ...profile.broker };
  if ('KONTOR_PONG_PREFIX' in broker) broker['KONTOR_PONG_PREFIX'] = `t${randomBytes(5).toString('hex')}`;
  return { ...(await withOwnBucket(profile.s3)), ...broker };
}

/** The other processes of a server; undefined on the profile of one machine. */
export async function startCluster(ownRealtime: boolean): Promise<Cluster | undefined> {
  const profile = scaleProfile();
  if (profile === undefined) return undefined;
  const balancer = await startBalancer();
  let others: readonly ForkedServer[] = [];
  return {
    base: balancer.base,
    env: {
      ...(await clusterEnv(profile, ownRealtime)),
      KONTOR_PUBLIC_URL: balancer.base,
      KONTOR_DOMAINS: `localhost:${balancer.port}`,
    },
    async start(firstPort, env, imagePolicy) {
      others = await Promise.all(
        Array.from({ length: PROCESSES - 1 }, (_, index) => {
          const folder = join(env['KONTOR_DATA'] ?? '', `process-${index + 2}`);
          return forkServer({ ...env, KONTOR_DATA: folder }, imagePolicy);
        }),
      );
      balancer.use([firstPort, ...others.map(({ port }) => port)]);
    },
    advance: (ms) => others.forEach((other) => other.advance(ms)),
    async close() {
      await Promise.all(others.map((other) => other.close()));
      await balancer.close();
    },
  };
}
