// Entry of a process that takes text out of files. It holds no secret, may write no file and open no connection, and is killed when it
// takes too long or too much.
import { readFile } from 'node:fs/promises';
import { readText } from './read.ts';
import type { FileText, FileTextRequest } from './reading.ts';

process.on('message', (request: FileTextRequest) => {
  void answer(request);
});
// The server is gone: nobody waits for an answer any more.
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });

async function answer({ file, hint, softMs }: FileTextRequest): Promise<void> {
  const text: FileText | { missing: string } = await readFile(file).then(
    (bytes) => readText(bytes, hint, softMs),
    (error: Error) => ({ missing: error.message }),
  );
  process.send?.(text);
}
