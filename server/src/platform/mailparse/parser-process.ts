// Entry of a parser process. It holds no secret, may write no file and open no connection, and is killed when it takes too long.
import { parseMail } from './parse.ts';

export interface ParseRequest {
  readonly raw: Uint8Array;
}

process.on('message', (request: ParseRequest) => {
  void answer(request);
});
// The server is gone: nobody waits for an answer any more.
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });

async function answer({ raw }: ParseRequest): Promise<void> {
  try {
    process.send?.({ ok: true, mail: await parseMail(raw) });
  } catch (error) {
    process.send?.({
      ok: false,
      reason: 'not-parsable',
      detail: error instanceof Error ? error.message : String(error),
    });
  }
}
