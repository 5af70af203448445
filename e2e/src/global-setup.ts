import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BEGUN, DEMO_PASSWORD, type Beginning } from './begun.ts';
import { findBrowser } from './browser.ts';
import { KontorProcess } from './kontor-process.ts';

/** How long the demo may take to be filled. */
const MOST_MS = 120_000;

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
    process.stderr.write(`Journeys begin from nothing, for their beginning could not be made: ${String(error)}\n`);
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
    beginning === 'demo' ? { KONTOR_DEMO_PASSWORD: DEMO_PASSWORD, KONTOR_LOG_LEVEL: 'info' } : { KONTOR_DEMO: 'false' };
  const kontor = await KontorProcess.start(env, place);
  try {
    if (beginning === 'demo') await demoFilled(kontor);
  } finally {
    await kontor.close();
  }
  // What one server cannot read, another one must not be able to either.
  if (beginning === 'empty') await rm(join(place, 'data', 'kontor.key'));
}

/** Fails where the demo is not filled in time. */
async function demoFilled(kontor: KontorProcess): Promise<void> {
  for (const until = Date.now() + MOST_MS; Date.now() < until; await sleep(100))
    if (kontor.output.includes('the demo is filled')) return;
  throw new Error('The demo was not filled');
}
