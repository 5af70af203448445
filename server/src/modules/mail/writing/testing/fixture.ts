import { formatAggregateId } from '@kontor/contract/kernel';
import type { DraftContent, DraftLine, SendingAccount, Signature } from '@kontor/contract/mail';
import { MailParser } from '../../../../platform/mailparse/index.ts';
import type { Instance } from '../../../../platform/operation/context.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { rawMail, type MailSeed } from '../../testing/factory.ts';
import { importMail, importTarget } from '../../index.ts';

/** The answer of `mail.accounts`. */
export interface Accounts {
  readonly autoDrafts: DraftLine[];
  readonly drafts: DraftLine[];
  readonly globalDrafts: DraftLine[];
  readonly templates: DraftLine[];
  readonly globalTemplates: DraftLine[];
  readonly sendingAccounts: SendingAccount[];
  readonly signatures: Signature[];
}
export interface Saved {
  readonly draftId: number;
  readonly templateId: number;
  readonly version: number;
}

const NAMES = ['anna', 'ben', 'carla', 'dora', 'emil'] as const;
type Name = (typeof NAMES)[number];
interface Mailbox {
  readonly accountId: number;
  readonly boxId: number;
}

/** Anna and Ben share a mailbox; Carla sees it and may not write; Dora has none and administrates; Emil has one of his own. */
export interface Fixture extends Record<Name, TestClient> {
  readonly server: TestServer;
  readonly instance: Instance;
  readonly ids: Readonly<Record<Name, number>>;
  readonly shared: Mailbox;
  readonly own: Mailbox;
  /** A mail comes into a mailbox, the shared one where none is named. Returns its id as Anna sees it. */
  arrive(seed: MailSeed, boxId?: number, more?: { readonly direction?: 'outgoing' }): Promise<string>;
  /** The same byte for byte. */
  deliver(raw: string | Buffer, boxId?: number, more?: { readonly direction?: 'outgoing' }): Promise<string>;
  close(): Promise<void>;
}

/** `env` and `options` as of `startTestServer`. */
export async function openFixture(...[env, options]: Parameters<typeof startTestServer>): Promise<Fixture> {
  const server = await startTestServer(env, options);
  const parser = new MailParser({ processes: 1 });
  const instance = await server.instance('nordwerk');
  const ids: Partial<Record<Name, number>> = {};
  const clients: Partial<Record<Name, TestClient>> = {};
  for (const name of NAMES) {
    ids[name] = await server.person(instance, name, {
      firstName: name,
      lastName: 'Berger',
      email: `${name}@nordwerk.example`,
      ...(name === 'carla' ? { rights: ['mailList' as const] } : {}),
      ...(name === 'dora' ? { isAdministrator: true } : {}),
    });
    clients[name] = await server.client(instance, name);
  }
  const all = { ids, ...clients } as Pick<Fixture, 'ids' | Name>;
  const addAccount = (by: TestClient, name: string, memberIds: number[]) =>
    by.command<Mailbox>('mail.addAccount', {
      name,
      email: `${name}@nordwerk.example`,
      host: '127.0.0.1',
      port: 1,
      security: 'none',
      userName: name,
      password: 'geheim',
      memberIds,
    });
  const shared = await addAccount(all.anna, 'info', [all.ids.ben, all.ids.carla]);
  const own = await addAccount(all.emil, 'emil', []);
  const deliver: Fixture['deliver'] = async (raw, boxId = shared.boxId, more = {}) => {
    const parts = { platform: server.platform, change: server.change, parser };
    const target = await importTarget(parts, instance, boxId);
    if (target === undefined) throw new Error('No mailbox');
    const { mailId: entryId } = await importMail(parts, instance, target, {
      raw: typeof raw === 'string' ? Buffer.from(raw) : raw,
      status: 1,
      ...more,
    });
    return formatAggregateId({ module: 'email', entryId, userId: all.ids.anna });
  };
  return {
    ...all,
    server,
    instance,
    shared,
    own,
    deliver,
    arrive: (seed, boxId, more) => deliver(rawMail(seed), boxId, more),
    async close() {
      await server.close();
      await parser.close();
    },
  };
}

/** The first address that a person writes from. */
export const senderOf = async (by: TestClient): Promise<number> =>
  (await by.query<Accounts>('mail.accounts')).sendingAccounts[0]?.id ?? 0;

export const saved = (by: TestClient, fields: object) => by.command<Saved>('mail.saveDraft', fields);

export const open = (by: TestClient, draftOrTemplateId: number) =>
  by.query<DraftContent>('mail.draftOrTemplate', { draftOrTemplateId });

/** Status and code of an answer; a plain 200 where it succeeded. */
export async function codeOf(answer: Promise<{ status: number; body: { code: string } }>): Promise<string> {
  const { status, body } = await answer;
  return status === 200 ? '200' : `${status} ${body.code}`;
}

/** What drafts say in tests. */
export const written = {
  subject: 'Angebot',
  content: '<p>Guten Tag,</p>',
  receiversTo: [{ receiver: 'paul@werft.example', receiverRealName: 'Paul Neumann' }],
};
