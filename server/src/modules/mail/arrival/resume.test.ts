import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../platform/db/database.ts';
import { createTestDatabase } from '../../../platform/db/testing.ts';
import { testLog } from '../../../testing/logged.ts';
import { findDovecot, TestDovecot } from '../../../platform/mailwire/testing/dovecot.ts';
import { TestClient } from '../../../testing/client.ts';
import { TEST_PASSWORD } from '../../../testing/server.ts';
import { addPerson, createInstance } from '../../account/index.ts';
import { addMailbox, rawMail } from '../testing/factory.ts';
import { countCopies } from '../store/accounts.ts';
import { long } from '../../../testing/long.ts';

const MAILS = 400;
const KILLS = 5;
const MAIN = join(import.meta.dirname, '..', '..', '..', 'main.ts');

describe.skipIf(findDovecot() === undefined)('the first sync (left out where Dovecot is not installed)', () => {
  const endings: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const end of endings.toReversed()) await end();
  });

  it('loses and doubles nothing when the server is killed in the middle of it', long, async () => {
    const dovecot = await TestDovecot.start();
    endings.push(() => dovecot.close());
    for (let n = 0; n < MAILS; n += 1) dovecot.drop('anna', rawMail({ subject: `Nummer ${n}` }));
    const { url, drop } = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'kontor-resume-'));
    const database = await openDatabase({ url, poolSize: 2, log: testLog() });
    endings.push(
      drop,
      () => rm(folder, { recursive: true, force: true }),
      () => database.close(),
    );
    const id = await createInstance(database.owner, { name: 'nordwerk', title: 'Nordwerk' });
    const db = database.forInstance(id);
    await addPerson(db, id, { userName: 'anna', password: TEST_PASSWORD });

    const env = {
      KONTOR_PORT: '0',
      KONTOR_DATA: folder,
      DATABASE_URL: url,
      KONTOR_DEMO: 'false',
      KONTOR_LOG_LEVEL: 'fatal',
    };
    let server: ChildProcess | undefined;
    const start = async (): Promise<string> => {
      const child = spawn(process.execPath, [MAIN], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      server = child;
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
        const port = /localhost:(\d+)/.exec(chunk.toString())?.[1];
        if (port !== undefined) return `http://127.0.0.1:${port}`;
      }
      throw new Error('The server did not start');
    };
    const kill = async (): Promise<void> => {
      const child = server;
      if (child === undefined || child.exitCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    };
    endings.push(kill);

    const client = await new TestClient(await start(), 'nordwerk').signIn('anna', TEST_PASSWORD);
    const { accountId } = await addMailbox(client, dovecot, 'anna');
    for (let n = 0; n < KILLS; n += 1) {
      await sleep(200 + n * 150);
      await kill();
      await start();
    }
    for (let tries = 0; tries < 300; tries += 1) {
      if ((await countCopies(db, id, accountId)).listed === MAILS) break;
      await sleep(100);
    }
    expect(await countCopies(db, id, accountId)).toEqual({ listed: MAILS, waiting: 0, unreadable: 0 });
    const items = await db.selectFrom('activity').select(['information']).execute();
    expect(new Set(items.map(({ information }) => information)).size).toBe(MAILS);
    expect(items).toHaveLength(MAILS);
  });
});
