// Stands in for a reader that meets a file which breaks it; the file's text says how.
import { readFileSync } from 'node:fs';

const kept: Buffer[] = [];
const behaviours: Record<string, () => void> = {
  hang: () => undefined,
  spin: () => {
    for (;;);
  },
  crash: () => process.exit(3),
  // Outside of the heap, as inflated bytes are.
  bytes: () => setInterval(() => kept.push(Buffer.alloc(16 * 1024 * 1024, 1)), 10),
  fine: () => process.send?.({ text: 'fein', cut: false, reason: null }),
};

process.on('message', ({ file }: { file: string }) => behaviours[readFileSync(file, 'utf8')]?.());
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
