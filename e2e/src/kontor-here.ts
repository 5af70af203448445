import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlatform, startApp, type App } from '../../server/src/app.ts';
import { openStore } from '../../server/src/boot.ts';
import { addPerson, createInstance } from '../../server/src/modules/account/index.ts';
import { seedBox } from '../../server/src/modules/activity/factory.ts';
import { importMails, type ImagePolicy, type ImportedMail } from '../../server/src/modules/mail/index.ts';
import { loadConfig } from '../../server/src/platform/config/config.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import { MailParser } from '../../server/src/platform/mailparse/index.ts';
import type { EgressPolicy } from '../../server/src/platform/egress/index.ts';
import type { Instance } from '../../server/src/platform/operation/context.ts';

/** Kontor in the test's own process, for what a process of its own cannot be given: another rule for the hosts of images. */
export interface KontorHere {
  readonly address: string;
  readonly app: App;
  /** The one person of the one instance, `nordwerk`. */
  readonly userId: number;
  /** Puts mails into the person's mailbox. */
  deliver(mails: readonly (string | ImportedMail)[]): Promise<void>;
  close(): Promise<void>;
}

export async function startHere(options: {
  readonly imagePolicy?: ImagePolicy;
  readonly pushPolicy?: EgressPolicy;
  readonly password: string;
}): Promise<KontorHere> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-here-'));
  // As root, the database of a folder that is closed to others would lie elsewhere, and stay there.
  await chmod(folder, 0o755);
  const config = loadConfig({
    env: {
      KONTOR_PORT: '0',
      KONTOR_DATA: join(folder, 'data'),
      KONTOR_LOG_LEVEL: 'fatal',
      KONTOR_DNS: 'off',
      KONTOR_DEMO: 'false',
    },
    cwd: folder,
  });
  const log = createLogger(config.logLevel);
  const store = await openStore({ config, log });
  const platform = await openPlatform({ config, database: store.database, log });
  const app = await startApp({ config, platform, imagePolicy: options.imagePolicy, pushPolicy: options.pushPolicy });
  const { owner } = store.database;
  const instance: Instance = {
    id: await createInstance(owner, { name: 'nordwerk', title: 'Nordwerk' }),
    name: 'nordwerk',
    title: 'Nordwerk',
    settings: {},
  };
  const userId = await addPerson(store.database.forInstance(instance.id), instance.id, {
    userName: 'anna',
    firstName: 'Anna',
    lastName: 'Berger',
    email: 'anna@nordwerk.example',
    password: options.password,
  });
  const boxId = await seedBox(app.change, instance, [userId]);
  const parser = new MailParser({ processes: 2 });
  return {
    address: `http://localhost:${app.port}`,
    app,
    userId,
    async deliver(mails) {
      const target = { boxId, channel: 'info@nordwerk.example', memberIds: [userId] };
      const raw = mails.map((mail): ImportedMail =>
        typeof mail === 'string' ? { raw: Buffer.from(mail), status: 1 } : mail,
      );
      await importMails({ platform, change: app.change, parser }, instance, target, raw);
    },
    async close() {
      await app.close();
      await parser.close();
      await store.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
