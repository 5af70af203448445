import { addPerson, createInstance } from '../../server/src/modules/account/index.ts';
import { seedBox } from '../../server/src/modules/activity/factory.ts';
import { importMails, type ImportedMail } from '../../server/src/modules/mail/index.ts';
import { MailParser } from '../../server/src/platform/mailparse/index.ts';
import type { Instance } from '../../server/src/platform/operation/context.ts';
import { openKontor, type Kontor, type Policies } from './kontor.ts';

/** Kontor with the one instance `nordwerk`, and a mailbox of its one person. */
export interface KontorHere extends Kontor {
  readonly userId: number;
  /** Puts mails into the person's mailbox. */
  deliver(mails: readonly (string | ImportedMail)[]): Promise<void>;
}

export async function startHere({
  password,
  ...policies
}: Policies & { readonly password: string }): Promise<KontorHere> {
  const kontor = await openKontor({ KONTOR_DEMO: 'false' }, policies);
  const { app, platform } = kontor;
  const { database } = platform;
  const id = await createInstance(database.owner, { name: 'nordwerk', title: 'Nordwerk' });
  const instance: Instance = { id, name: 'nordwerk', title: 'Nordwerk', settings: {} };
  const userId = await addPerson(database.forInstance(id), id, {
    userName: 'anna',
    firstName: 'Anna',
    lastName: 'Berger',
    email: 'anna@nordwerk.example',
    password,
  });
  const boxId = await seedBox(app.change, instance, [userId]);
  const parser = new MailParser({ processes: 2 });
  return {
    ...kontor,
    userId,
    async deliver(mails) {
      const target = { boxId, channel: 'info@nordwerk.example', memberIds: [userId] };
      const raw = mails.map((mail): ImportedMail =>
        typeof mail === 'string' ? { raw: Buffer.from(mail), status: 1 } : mail,
      );
      await importMails({ platform, change: app.change, parser }, instance, target, raw);
    },
    async close() {
      await parser.close();
      await kontor.close();
    },
  };
}
