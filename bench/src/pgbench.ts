import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quantile, type Figures } from './measure.ts';

const run = promisify(execFile);

/** Runs SQL through pgbench, prepared; undefined where it is not installed. `settings` are set for the connection. */
export async function pgbench(
  url: string,
  sql: string,
  { atOnce = 1, seconds = 4, settings = '' } = {},
): Promise<Figures | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-pgbench-'));
  try {
    await writeFile(join(folder, 'script.sql'), `${sql.replaceAll('\n', ' ')};\n`);
    const args = ['--no-vacuum', '-M', 'prepared', '-f', 'script.sql', '-c', String(atOnce)];
    await run('pgbench', [...args, '-j', '2', '-T', String(seconds), '--log', url], {
      cwd: folder,
      env: { ...process.env, PGOPTIONS: settings },
    });
    const logs = (await readdir(folder)).filter((name) => name.startsWith('pgbench_log'));
    const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')));
    // Each line: client, number, microseconds, …
    const times = texts
      .join('')
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[2]) / 1000);
    return { p50: quantile(times, 0.5), perSecond: times.length / seconds };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
