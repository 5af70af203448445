import { keepCompiled } from '../compiled.ts';

keepCompiled();
const [{ onStopSignal }, { processIo }, { run }] = await Promise.all([
  import('../platform/signals.ts'),
  import('./io.ts'),
  import('./run.ts'),
]);

// A Ctrl-C ends the work in order, so that an embedded database that was started for it stops too.
const stop = new AbortController();
onStopSignal(() => stop.abort());
// A reader such as `head` may have seen enough.
process.stdout.on('error', () => {});

process.exitCode = await run(process.argv.slice(2), processIo(stop.signal));
