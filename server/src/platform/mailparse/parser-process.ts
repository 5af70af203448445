// Entry of a parser process. It holds no secret, may write no file and open no connection, and is killed when it takes too long.
import { readFile } from 'node:fs/promises';
import { parseMail } from './parse.ts';

/** A mail, or where it lies. */
export type ParseRequest = { readonly raw: Uint8Array } | { readonly file: string };

process.on('message', (request: ParseRequest) => {
  void answer(request);
});
// The server is gone: nobody waits for an answer any more.
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });

async function answer(request: ParseRequest): Promise<void> {
  try {
    const raw = 'raw' in request ? request.raw : await readFile(request.file);
    process.send?.({ ok: true, mail: await parseMail(raw) });
  } catch (error) {
    process.send?.({
      ok: false,
      reason: 'not-parsable',
      detail: error instanceof Error ? error.message : String(error),
    });
  }
}
