import { keepCompiled } from './compiled.ts';

// The only file that does something when it is run. All else is loaded behind this line.
keepCompiled();
const [{ serve }, { sentenceOf }, { onStopSignal }] = await Promise.all([
  import('./serve.ts'),
  import('./platform/sentence.ts'),
  import('./platform/signals.ts'),
]);

// A terminal that was closed takes no more text, which is no reason to leave the database behind.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.on('unhandledRejection', (error) => {
  console.error('Kontor ends because of a fault that nobody handled.', error);
  process.exit(1);
});

/** Resolves at the first signal; one during the start waits until what has begun can be ended in order. */
const stopped = new Promise<void>((resolve) => {
  onStopSignal(() => {
    console.log('\nKontor stops.');
    resolve();
  });
});

serve(stopped, (line) => console.log(line)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(sentenceOf(error) ?? error);
    process.exit(1);
  },
);
