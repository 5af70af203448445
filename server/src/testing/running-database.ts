import pg from 'pg';
import { reachRunning } from '../platform/db/embedded/reach.ts';

/** Connects a test to the embedded database of the Kontor that runs on a data folder. */
export async function runningDatabase(dataFolder: string): Promise<pg.Client> {
  const running = await reachRunning(dataFolder);
  const client = new pg.Client({ connectionString: running?.url });
  client.on('error', () => {});
  await client.connect();
  return client;
}
