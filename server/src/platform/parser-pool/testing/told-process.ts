// A worker that does as it is told: it answers `done` when its file is there, so that a test decides how long its work takes.
import { existsSync } from 'node:fs';

interface Order {
  readonly name: string;
  readonly until: string;
}

process.on('message', ({ name, until }: Order) => {
  const check = (): void => {
    if (existsSync(until)) process.send?.({ ok: true, name });
    else setTimeout(check, 5);
  };
  check();
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
