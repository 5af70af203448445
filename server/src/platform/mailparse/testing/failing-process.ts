// Stands in for a parser that meets a mail which breaks it; the mail's text says how.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const fail = (detail: string) => process.send?.({ ok: false, reason: 'not-parsable', detail });

const behaviours: Record<string, () => void> = {
  hang: () => undefined,
  crash: () => process.exit(3),
  fine: () => process.send?.({ ok: true, mail: {} }),
  spin: () => {
    for (;;);
  },
  memory: () => {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 500_000 }, () => kept.length));
  },
  throw: () => fail('thrown'),
  write: () => {
    try {
      writeFileSync(join(tmpdir(), 'kontor-parser-must-not-write'), '');
      process.send?.({ ok: true, mail: {} });
    } catch (error) {
      fail(String(error));
    }
  },
};

process.on('message', ({ raw }: { raw: Uint8Array }) => behaviours[Buffer.from(raw).toString()]?.());
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
