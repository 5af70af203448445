// Runs the server and Vite side by side for development; Ctrl-C ends both.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { broughtNode, refuse, root } from './lib/run.mjs';

const node = broughtNode();
if (!node) refuse('Kontor is not set up yet: run `npm start` once in this folder, then try again.');
const parts = [
  [['--watch', join(root, 'server', 'src', 'main.ts')], root],
  [[join(root, 'node_modules', 'vite', 'bin', 'vite.js')], join(root, 'web')],
].filter(([args]) => existsSync(args.at(-1)));
const children = parts.map(([args, cwd]) => spawn(node, args, { cwd, stdio: 'inherit' }));
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
