import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestClient } from '../../server/src/testing/client.ts';
import { BEGUN, DEMO_PASSWORD, type Beginning } from './begun.ts';
import { findBrowser } from './browser.ts';
import { KontorProcess } from './kontor-process.ts';

/** Seconds that the demo may take to be filled. */
const MOST_LOOKS = 120;

/**
 * Vitest runs this once before the journeys, and what it returns after them: it lets Kontor make a database and fill its demo, so that
 * not every journey waits for that. Journeys about the first start begin without.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Owners of files are kept by `cp` alone.
  if (findBrowser() === undefined || process.platform === 'win32') return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'kontor-begun-'));
  await chmod(folder, 0o755);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await Promise.all([begin(folder, 'demo'), begin(folder, 'empty')]);
  } catch (error) {
    console.warn('Journeys begin from nothing, for their beginning could not be made:', error);
    await remove();
    return undefined;
  }
  process.env[BEGUN] = folder;
  return remove;
}

async function begin(folder: string, beginning: Beginning): Promise<void> {
  const place = join(folder, beginning);
  await mkdir(place);
  const env: Record<string, string> =
    beginning === 'demo' ? { KONTOR_DEMO_PASSWORD: DEMO_PASSWORD } : { KONTOR_DEMO: 'false' };
  const kontor = await KontorProcess.start(env, place);
  if (beginning === 'demo') await demoFilled(kontor);
  await kontor.close();
  // What one server cannot read, another one must not be able to either.
  if (beginning === 'empty') await rm(join(place, 'data', 'kontor.key'));
}

/** Ends when no more mails of the demo come in. Fails where they do not come at all. */
async function demoFilled(kontor: KontorProcess): Promise<void> {
  const anna = await new TestClient(kontor.address, 'demo').signIn('anna', DEMO_PASSWORD);
  for (let before = 0, looks = 0; looks < MOST_LOOKS; looks += 1, await sleep(1000)) {
    const { totalCount } = await anna.envelope('mail.items', { view: 'all' }, { limit: 1, format: 'rows' });
    if (totalCount > 100 && totalCount === before) return;
    before = totalCount;
  }
  throw new Error('The demo was not filled');
}
