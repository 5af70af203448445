import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createECDH, randomBytes } from 'node:crypto';
import { PushMessageSchema, type PushMessage } from '@kontor/contract/settings';
import * as v from 'valibot';
import { ApnsPeer, newApnsKey } from '../../platform/push/testing/apns-peer.ts';
import { decrypt } from '../../platform/push/testing/decrypt.ts';
import { FcmPeer } from '../../platform/push/testing/fcm-peer.ts';
import { loadRelayConfig } from '../settings.ts';
import { startRelay, type Relay } from '../start.ts';

export const APP = 'de.kontor.app';

/** A phone: its keys, its token, and what came there. */
export class Phone {
  readonly token: string;
  readonly registration: string;
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly #bodies: () => readonly string[];

  constructor(kind: 'apns' | 'fcm', { apns, fcm }: { readonly apns: ApnsPeer; readonly fcm: FcmPeer }, app = APP) {
    this.token = kind === 'apns' ? randomBytes(32).toString('hex') : `dQw4:${randomBytes(30).toString('base64url')}`;
    const p256dh = this.#keys.generateKeys().toString('base64url');
    const keys = { p256dh, auth: this.#auth.toString('base64url') };
    const of = kind === 'apns' ? { environment: 'production' } : {};
    this.registration = JSON.stringify({ kind, token: this.token, app, ...of, keys });
    this.#bodies = () =>
      kind === 'apns'
        ? apns.pushed.filter(({ token }) => token === this.token).map(({ body }) => String(body['body']))
        : fcm.pushed.filter(({ token }) => token === this.token).map(({ data }) => data['body'] ?? '');
  }

  get messages(): readonly PushMessage[] {
    return this.#bodies().map((text) =>
      v.parse(PushMessageSchema, JSON.parse(decrypt(Buffer.from(text, 'base64url'), this.#keys, this.#auth))),
    );
  }
}

/** Apple's and Google's services, and the keys of an app's maker, on this machine. */
export class Makers {
  readonly apns: ApnsPeer;
  readonly fcm: FcmPeer;
  /** What a program is given as settings, to push with these keys. */
  readonly env: Readonly<Record<string, string>>;
  readonly #folder: string;

  private constructor(apns: ApnsPeer, fcm: FcmPeer, folder: string) {
    this.apns = apns;
    this.fcm = fcm;
    this.#folder = folder;
    this.env = {
      KONTOR_APNS_KEY: join(folder, 'key.p8'),
      KONTOR_APNS_KEY_ID: 'ABCDE12345',
      KONTOR_APNS_TEAM: 'TEAM123456',
      KONTOR_APNS_APPS: APP,
      KONTOR_FCM_ACCOUNT: join(folder, 'account.json'),
      KONTOR_FCM_APPS: APP,
    };
  }

  static async start(): Promise<Makers> {
    const key = newApnsKey();
    const folder = await mkdtemp(join(tmpdir(), 'kontor-makers-'));
    const makers = new Makers(await ApnsPeer.start(key.publicKey, [APP]), await FcmPeer.start(), folder);
    await writeFile(makers.env['KONTOR_APNS_KEY'] ?? '', key.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await writeFile(makers.env['KONTOR_FCM_ACCOUNT'] ?? '', makers.fcm.account);
    return makers;
  }

  /** Where these services are, for whoever pushes to them. */
  get places() {
    const { apns, fcm } = this;
    return {
      apns: { production: apns.origin, sandbox: apns.origin },
      fcm: fcm.origin,
      policy: { allowPrivateHosts: true },
      timeoutMs: 500,
    };
  }

  /** A relay with these keys. */
  async relay(env: Record<string, string> = {}): Promise<Relay> {
    const given = { KONTOR_RELAY_PORT: '0', ...this.env, ...env };
    return startRelay(loadRelayConfig({ env: given, cwd: this.#folder }), { places: this.places });
  }

  phone(kind: 'apns' | 'fcm', app = APP): Phone {
    return new Phone(kind, this, app);
  }

  async close(): Promise<void> {
    await this.apns.close();
    await this.fcm.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
