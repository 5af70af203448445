#!/usr/bin/env node
// `npx kontor …` in a clone: runs the command line on the Node that npm brought.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { broughtNode, refuse, root } from './lib/run.mjs';

const node = broughtNode();
const cli = join(root, 'server', 'src', 'cli', 'main.ts');
if (!node) refuse('Kontor is not set up yet: run `npm start` or `npm test` once in this folder, then try again.');
if (!existsSync(cli)) refuse('This copy of Kontor has no command line yet (server/src/cli/main.ts is missing).');

const child = spawn(node, [cli, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => refuse(`The command line could not be started: ${error.message}`));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 130 : 1)));
