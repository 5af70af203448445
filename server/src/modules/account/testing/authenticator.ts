import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 } as const;

/** CBOR, as far as an authenticator speaks it. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as number)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** How an answer is to be wrong; each field stands in for what a good device would say. */
export interface Twist {
  readonly type?: string;
  readonly challenge?: string;
  readonly origin?: string;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: string;
  readonly rpId?: string;
  readonly flags?: number;
  readonly counter?: number;
  readonly userHandle?: string | null;
  /** Bytes put before the client data. */
  readonly prefix?: Buffer;
  /** Signed by a key that is not the credential's. */
  readonly foreignKey?: boolean;
}

interface Options {
  readonly challenge: string;
}

/** A device with one passkey (ES256, attestation "none"), in software: what a browser would hand over. */
export class Authenticator {
  readonly origin: string;
  readonly rpId: string;
  readonly id: string;
  userHandle = '';
  counter = 0;
  readonly #key: KeyObject;
  readonly #cose: Buffer;

  constructor(origin: string) {
    this.origin = origin;
    this.rpId = new URL(origin).hostname;
    this.id = base64url(randomBytes(32));
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const point = (text: string) => Buffer.from(text, 'base64url');
    this.#cose = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]),
    );
  }

  /** Answer to `navigator.credentials.create`. */
  register(options: Options & { readonly user: { readonly id: string } }, twist: Twist = {}) {
    this.userHandle = options.user.id;
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([id.length >> 8, id.length & 255]), id, this.#cose]);
    const authData = Buffer.concat([this.#head(twist, FLAGS.attested), attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', options, twist)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      },
    };
  }

  /** Answer to `navigator.credentials.get`. */
  signIn(options: Options, twist: Twist = {}) {
    const clientData = this.#clientData('webauthn.get', options, twist);
    const authData = this.#head(twist, 0);
    const key = twist.foreignKey ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : this.#key;
    return {
      ...this.#named(),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(clientData)]), key)),
        userHandle: twist.userHandle === undefined ? this.userHandle : twist.userHandle,
      },
    };
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #clientData(type: string, { challenge }: Options, twist: Twist): Buffer {
    const data = {
      type: twist.type ?? type,
      challenge: twist.challenge ?? challenge,
      origin: twist.origin ?? this.origin,
      ...('crossOrigin' in twist ? { crossOrigin: twist.crossOrigin } : { crossOrigin: false }),
      ...(twist.topOrigin === undefined ? {} : { topOrigin: twist.topOrigin }),
    };
    return Buffer.concat([twist.prefix ?? Buffer.alloc(0), Buffer.from(JSON.stringify(data))]);
  }

  #head(twist: Twist, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(twist.counter ?? (this.counter += 1));
    const flags = twist.flags ?? FLAGS.present | FLAGS.verified;
    return Buffer.concat([sha256(twist.rpId ?? this.rpId), Buffer.from([flags | more]), counter]);
  }
}
