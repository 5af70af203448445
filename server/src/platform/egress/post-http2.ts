import { connect, constants, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { allowedAddress } from './post-bytes.ts';
import { pinnedLookup, type EgressPolicy } from './resolve.ts';

const TIMEOUT_MS = 20_000;
/** A connection that is not used is not kept longer than that. */
const IDLE_MS = 10 * 60_000;
const MAX_BYTES = 64 * 1024;

export interface Http2Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Posts by HTTP/2, over one connection for each origin, which is opened anew where it has ended. */
export class Http2Poster {
  readonly #policy: EgressPolicy;
  readonly #timeoutMs: number;
  readonly #sessions = new Map<string, Promise<ClientHttp2Session>>();

  constructor(policy: EgressPolicy, timeoutMs = TIMEOUT_MS) {
    this.#policy = policy;
    this.#timeoutMs = timeoutMs;
  }

  /** Rejects where no whole answer comes in time: whether what was sent has arrived is not known then. */
  async post(
    origin: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<Http2Answer> {
    const session = await this.#session(origin);
    return new Promise<Http2Answer>((resolve, reject) => {
      const stream = session.request({
        ...headers,
        ':method': 'POST',
        ':path': path,
        'content-length': Buffer.byteLength(body),
      });
      const timer = setTimeout(() => {
        stream.close(constants.NGHTTP2_CANCEL);
        // A connection on which nothing comes back may be dead: the next one to post opens another.
        this.#forget(origin, session);
        reject(new Error('The service has not answered in time'));
      }, this.#timeoutMs);
      let answered: IncomingHttpHeaders | undefined;
      let text = '';
      stream.setEncoding('utf8');
      stream.on('response', (given) => (answered = given));
      stream.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MAX_BYTES) stream.close(constants.NGHTTP2_CANCEL);
      });
      stream.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      stream.on('close', () => {
        clearTimeout(timer);
        const isWhole = answered !== undefined && stream.rstCode === constants.NGHTTP2_NO_ERROR;
        if (isWhole && answered !== undefined)
          resolve({ status: Number(answered[':status']), headers: answered, body: text });
        else reject(new Error('The connection was cut'));
      });
      stream.end(body);
    });
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    for (const opening of sessions) await opening.then((session) => session.destroy()).catch(() => undefined);
  }

  async #session(origin: string): Promise<ClientHttp2Session> {
    const known = this.#sessions.get(origin);
    if (known !== undefined) {
      const session = await known.catch(() => undefined);
      if (session !== undefined && !session.closed && !session.destroyed) return session;
      if (this.#sessions.get(origin) === known) this.#sessions.delete(origin);
    }
    const opening = this.#sessions.get(origin) ?? this.#open(origin);
    this.#sessions.set(origin, opening);
    return opening;
  }

  async #open(origin: string): Promise<ClientHttp2Session> {
    const url = new URL(origin);
    const resolved = await allowedAddress(url, this.#policy);
    const session = connect(url, { lookup: pinnedLookup(resolved) } as Parameters<typeof connect>[1]);
    session.setTimeout(IDLE_MS, () => session.close());
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => session.destroy(new Error('No connection in time')), this.#timeoutMs);
      session.once('connect', () => {
        clearTimeout(timer);
        resolve();
      });
      // It stays: an error of a connection is told to each stream on it, and is nobody else's business.
      session.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
    });
    session.unref();
    return session;
  }

  #forget(origin: string, session: ClientHttp2Session): void {
    this.#sessions.delete(origin);
    session.destroy();
  }
}
