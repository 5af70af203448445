// Installs the packages of the lock file when node_modules does not match it.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { broughtNode, npm, refuse, root, run, seconds, windows } from './run.mjs';

// npm ci removes node_modules first, and this file with it: an install that was cut off leaves no stamp.
const stampFile = join(root, 'node_modules', '.kontor-install.json');

function wanted() {
  const hash = createHash('sha256');
  hash.update(readFileSync(join(root, 'package-lock.json')));
  return { lock: hash.digest('hex'), platform: `${process.platform}-${process.arch}` };
}

function installed() {
  try {
    const stamp = JSON.parse(readFileSync(stampFile, 'utf8'));
    const want = wanted();
    return stamp.lock === want.lock && stamp.platform === want.platform;
  } catch {
    return false;
  }
}

/** What npm printed, without its warnings, its advice and the paths of its logs. */
function errorsOf(output) {
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('npm error') && !/A complete log|Run "npm help|debug-\d+\.log/.test(line));
  return (lines.length ? lines : output.trim().split('\n')).slice(0, 15).join('\n');
}

export async function install() {
  if (installed()) return;
  const began = performance.now();
  const first = !existsSync(join(root, 'node_modules'));
  console.log(
    first ? 'Installing packages (half a minute or more) …' : 'The lock file has changed: installing packages …',
  );
  // Windows cannot delete the Node that is running from node_modules, which npm ci would.
  const verb = windows && process.execPath.startsWith(join(root, 'node_modules') + sep) ? 'install' : 'ci';
  const args = [
    verb,
    '--ignore-scripts',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--include=dev',
    '--include=optional',
  ];
  const { code, output } = await npm(args);
  if (code !== 0) {
    if (/ENOSPC/.test(output)) refuse('The packages could not be installed: the disk is full.');
    if (/EAI_AGAIN|ENOTFOUND|ETIMEDOUT|ECONNREFUSED/.test(output))
      refuse(
        'The packages could not be installed: the package registry cannot be reached. Check the network, then try again.',
      );
    refuse(`The packages could not be installed. npm says:\n${errorsOf(output)}`);
  }
  writeFileSync(stampFile, JSON.stringify(wanted()));
  console.log(`Packages installed in ${seconds(began)}.`);
}

/** The Node that came with the packages wants a library that small systems lack, and would say so in the linker's words. */
export async function requireBroughtNode() {
  const { code, output } = await run(broughtNode() ?? 'node', ['--version']);
  if (code === 0) return;
  const advice = output.includes('libatomic') ? ' Install libatomic (Debian, Ubuntu: apt-get install libatomic1).' : '';
  refuse(`The Node that came with the packages does not start on this machine.${advice}\n${output.trim()}`);
}
