// A parent for the tests to kill: starts the database of the given folder, prints what it got, and stays.
import { startEmbedded } from '../embedded.ts';

const { url, adopted } = await startEmbedded({
  dataFolder: process.argv[2] ?? '',
  log: { info() {}, warn() {} },
});
process.stdout.write(`${JSON.stringify({ url, adopted })}\n`);
setInterval(() => {}, 1000);
