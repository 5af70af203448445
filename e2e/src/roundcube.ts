import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/src/testing/free-port.ts';

const PROGRAM = '/var/lib/roundcube';
const DEFAULTS = '/etc/roundcube/defaults.inc.php';
/** Parts of the program that are used where they lie. */
const PARTS = ['SQL', 'index.php', 'plugins', 'program', 'skins'];
const MAX_START_MS = 60_000;

export interface Roundcube {
  readonly url: string;
  close(): Promise<void>;
}

export const isRoundcubeInstalled = (): boolean => existsSync(PROGRAM) && existsSync(DEFAULTS);

/**
 * Debian's Roundcube, served by PHP with compiled scripts kept in memory, on a mailbox server of a test's, sending by another one where
 * that is named; undefined where it is not installed.
 */
export async function startRoundcube(imapPort: number, smtpPort?: number): Promise<Roundcube | undefined> {
  if (!isRoundcubeInstalled()) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'kontor-roundcube-'));
  // Debian's own settings would be read last, and win: the program is put together anew around settings of ours.
  for (const part of ['temp', 'logs', 'config']) await mkdir(join(folder, part));
  for (const part of PARTS) await symlink(join(PROGRAM, part), join(folder, part));
  await cp(join(PROGRAM, 'public_html'), join(folder, 'public_html'), { recursive: true, verbatimSymlinks: true });
  await copyFile(DEFAULTS, join(folder, 'config', 'defaults.inc.php'));
  await writeFile(
    join(folder, 'config', 'config.inc.php'),
    `<?php
$config['db_dsnw'] = 'sqlite:///${folder}/roundcube.db?mode=0600';
$config['imap_host'] = '127.0.0.1:${imapPort}';
$config['smtp_host'] = '127.0.0.1:${smtpPort ?? 1}';
$config['create_default_folders'] = true;
$config['des_key'] = 'only for this measuremen';
$config['skin'] = 'elastic';
$config['plugins'] = [];
$config['mail_pagesize'] = 100;
$config['temp_dir'] = '${folder}/temp';
$config['log_dir'] = '${folder}/logs';
`,
  );
  const port = await freePort();
  const child = spawn(
    'php',
    [
      '-d',
      'opcache.enable_cli=1',
      '-d',
      'opcache.validate_timestamps=0',
      '-d',
      `upload_tmp_dir=${join(folder, 'temp')}`,
      '-S',
      `127.0.0.1:${port}`,
      '-t',
      join(folder, 'public_html'),
    ],
    { env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' }, stdio: 'ignore', detached: true },
  );
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + MAX_START_MS;
  while (
    !(await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (Date.now() > until || child.exitCode !== null) {
      await stop(child, folder);
      return undefined;
    }
    await sleep(100);
  }
  return { url, close: () => stop(child, folder) };
}

/** With all the processes that PHP has started for it. */
async function stop(child: ChildProcess, folder: string): Promise<void> {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
  await rm(folder, { recursive: true, force: true });
}
