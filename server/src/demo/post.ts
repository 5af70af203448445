import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { STATES } from '@kontor/contract/activity';
import { findBoxByName, findUserByName, insertBox } from '../modules/account/index.ts';
import { addressSink, importMail, type AddressRecipient, type ImportTarget } from '../modules/mail/index.ts';
import { MailParser } from '../platform/mailparse/index.ts';
import {
  loadCertificate,
  startMailReceiver,
  type MailReceiver,
  type MailSink,
  type ReceivedMail,
} from '../platform/mailreceive/index.ts';
import type { MailRelay } from '../platform/mailsend/index.ts';
import type { ChangeContext, Instance, Platform } from '../platform/operation/context.ts';
import type { Service, ServiceTools } from '../platform/operation/manifest.ts';
import { DemoReplies, REPLY_MS } from './replies.ts';
import { DEMO_ADMINISTRATOR } from './seed.ts';
import { demoInstance } from './store.ts';

/** The box in which an administrator finds what was sent to people who are none of the demo's. */
export const CUSTOMERS_BOX = 'Post der Kunden';
const MAX_BYTES = 60 * 1024 * 1024;
const HOST = '127.0.0.1';

type Tools = Platform & ServiceTools;

/** One of the demo's own addresses, or somebody whom its people write to. */
type DemoRecipient = AddressRecipient | { readonly key: string; readonly customer: true };

/**
 * The mail server that the demo sends by: it stands on this machine, and nothing leaves it. What is for the demo's own addresses
 * comes to them; all else to a box of its own, and a customer whom the demo knows answers.
 */
export class DemoPost {
  readonly #dataFolder: string;
  readonly #replyMs: number;
  #port: number | undefined;
  #instanceId: number | undefined;

  constructor(options: { readonly dataFolder: string; readonly replyMs?: number }) {
    this.#dataFolder = options.dataFolder;
    this.#replyMs = options.replyMs ?? REPLY_MS;
  }

  /** Where an instance's mail is handed over; undefined for all but the demo. */
  relayOf({ id }: Instance): MailRelay | undefined {
    if (this.#port === undefined || id !== this.#instanceId) return undefined;
    const plain = { isSecure: false, requiresTls: false, isLocal: true, login: undefined };
    return { host: HOST, port: this.#port, from: 'kontor@localhost', ...plain };
  }

  /** Begins to take mail, where there is a demo. */
  async start(tools: Tools): Promise<Service> {
    const instance = await demoInstance(tools.database.owner);
    if (instance === undefined) return { close: async () => {} };
    const spoolFolder = join(this.#dataFolder, `spool-demo-${tools.processes.id}`);
    const parser = new MailParser({ processes: 1 });
    const relay = () => this.relayOf(instance);
    const replies = new DemoReplies({ parser, relay, afterMs: this.#replyMs, log: tools.log });
    const receiver = await startMailReceiver<DemoRecipient>({
      host: HOST,
      port: 0,
      name: 'localhost',
      maxBytes: MAX_BYTES,
      greylists: false,
      certificate: await loadCertificate({
        keyFile: undefined,
        certFile: undefined,
        folder: this.#dataFolder,
        name: 'localhost',
      }),
      spoolFolder,
      sink: demoSink(tools, instance, { parser, replies }),
      log: tools.log,
      now: tools.now,
    });
    this.#port = receiver.port;
    this.#instanceId = instance.id;
    return { close: () => this.#close(receiver, { parser, replies, spoolFolder }) };
  }

  async #close(
    receiver: MailReceiver,
    { parser, replies, spoolFolder }: { parser: MailParser; replies: DemoReplies; spoolFolder: string },
  ): Promise<void> {
    replies.close();
    await receiver.close();
    await parser.close();
    await rm(spoolFolder, { recursive: true, force: true });
  }
}

function demoSink(
  tools: Tools,
  instance: Instance,
  { parser, replies }: { readonly parser: MailParser; readonly replies: DemoReplies },
): MailSink<DemoRecipient> {
  const own = addressSink(tools, { waitSeconds: 0 });
  const deliver = async ({ file, recipients }: ReceivedMail<DemoRecipient>): Promise<void> => {
    const raw = await readFile(file);
    const target = await tools.change(instance, customersBox);
    const parts = { platform: tools, change: tools.change, parser };
    await importMail(parts, instance, target, { raw, status: STATES.ready, date: new Date(tools.now()) });
    for (const { key } of recipients) replies.answer(raw, key);
  };
  return {
    async find(address) {
      const found = await own.find(address);
      if (found?.instanceId === instance.id) return found;
      return { key: address.toLowerCase(), customer: true };
    },
    findPostmaster: async () => undefined,
    mayPass: async () => true,
    async accept(mail) {
      const customers = mail.recipients.filter((recipient) => 'customer' in recipient);
      // Before the others: taking a mail over moves its file.
      if (customers.length > 0) await deliver({ ...mail, recipients: customers });
      const addresses = mail.recipients.filter((recipient) => 'accountId' in recipient);
      if (addresses.length > 0) await own.accept({ ...mail, recipients: addresses });
    },
  };
}

/** The box of what was sent to others, made where it is not there. */
async function customersBox({ db, instance }: ChangeContext): Promise<ImportTarget> {
  const administrator = await findUserByName(db, instance.id, DEMO_ADMINISTRATOR);
  const memberIds = administrator === undefined ? [] : [administrator.user_id];
  const known = await findBoxByName(db, instance.id, 'email', CUSTOMERS_BOX);
  const boxId =
    known ??
    (await insertBox(db, instance.id, { module: 'email', name: CUSTOMERS_BOX, sharedState: false, memberIds }));
  return { boxId, channel: CUSTOMERS_BOX, memberIds };
}
