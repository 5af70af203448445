import { clusterEnv } from '../../../server/src/testing/cluster.ts';
import { scaleProfile, startScaleServices } from '../../../server/src/testing/scale-profile.ts';

/** What several servers of one run stand on together. */
export interface Services {
  /** A PostgreSQL whose user may create databases. */
  readonly databaseUrl: string;
  /** Settings that the servers have in common: their storage and their broker. */
  readonly env: Readonly<Record<string, string>>;
  /** Where browsers reach the broker. */
  readonly channelPort: number;
  close(): Promise<void>;
}

/** Starts them. Returns a sentence where this machine does not have them. */
export async function openServices(): Promise<Services | string> {
  const close = await startScaleServices();
  const [profile, databaseUrl] = [scaleProfile(), process.env['KONTOR_TEST_DATABASE_URL']];
  const missing = [
    ...(databaseUrl === undefined ? ['a PostgreSQL that lets tests in'] : []),
    ...(profile?.broker == null ? ['RabbitMQ with its plugins'] : []),
  ];
  if (profile === undefined || databaseUrl === undefined || missing.length > 0) {
    await close();
    return `Two servers on one database are left out: there is no ${missing.join(', and no ')} on this machine.`;
  }
  const env = await clusterEnv(profile, false);
  return { databaseUrl, env, channelPort: Number(env['KONTOR_PONG_PORT']), close };
}
