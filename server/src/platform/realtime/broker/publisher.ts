import type { ChannelModel, ConfirmChannel } from 'amqplib';
import { StartError } from '../../start-error.ts';

const EXCHANGE = 'amq.topic';
const CONNECT_MS = 10_000;
/** A broker that is short of memory confirms nothing; then the same is published again later. */
const CONFIRM_MS = 15_000;
const IDLE_MS = 60_000;

interface Line {
  readonly connection: ChannelModel;
  readonly channel: ConfirmChannel;
  usedAt: number;
}

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The broker does not answer in time')), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Publishes to virtual hosts, over one connection each, which is closed when nothing has come for a while. */
export class BrokerPublisher {
  readonly #url: string;
  readonly #lines = new Map<string, Promise<Line>>();
  readonly #timer: NodeJS.Timeout;
  #closed = false;

  constructor(amqpUrl: string) {
    this.#url = amqpUrl;
    this.#timer = setInterval(() => void this.#closeIdle(), IDLE_MS / 2);
  }

  /** Throws a StartError where user and password are refused; any other error where the broker is away. */
  static async check(amqpUrl: string): Promise<void> {
    const amqp = await import('amqplib');
    try {
      const connection = await amqp.connect(amqpUrl, { timeout: CONNECT_MS });
      connection.on('error', () => {});
      await connection.close();
    } catch (error) {
      // 530 says that this user may not use the virtual host that is not asked for by name, which is no fault.
      if (/NOT_ALLOWED|\b530\b/.test((error as Error).message)) return;
      if (!/ACCESS_REFUSED|\b403\b/.test((error as Error).message)) throw error;
      throw new StartError('The broker refuses the user or the password in KONTOR_AMQP_URL.', { cause: error });
    }
  }

  /** Publishes in the order given; resolves when the broker has all of it. What failed may have been published all the same. */
  async publish(vhost: string, messages: readonly { readonly topic: string; readonly body: string }[]): Promise<void> {
    try {
      const line = await this.#line(vhost);
      line.usedAt = Date.now();
      for (const { topic, body } of messages)
        line.channel.publish(EXCHANGE, topic, Buffer.from(body), { contentType: 'application/json' });
      await within(CONFIRM_MS, line.channel.waitForConfirms());
    } catch (error) {
      await this.#drop(vhost);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await Promise.all([...this.#lines.keys()].map((vhost) => this.#drop(vhost)));
  }

  #line(vhost: string): Promise<Line> {
    if (this.#closed) return Promise.reject(new Error('The connections to the broker are closed'));
    const known = this.#lines.get(vhost);
    if (known !== undefined) return known;
    // Told by what is published next; a line that was opened since is another one.
    const gone = (): void => void (this.#lines.get(vhost) === line && this.#lines.delete(vhost));
    const line = this.#open(vhost, gone);
    this.#lines.set(vhost, line);
    return line;
  }

  async #open(vhost: string, gone: () => void): Promise<Line> {
    const amqp = await import('amqplib');
    const url = new URL(this.#url);
    url.pathname = `/${encodeURIComponent(vhost)}`;
    const connection = await amqp.connect(url.href, { timeout: CONNECT_MS });
    connection.on('error', gone);
    connection.on('close', gone);
    const channel = await connection.createConfirmChannel().catch(async (error: unknown) => {
      await connection.close().catch(() => undefined);
      throw error;
    });
    channel.on('error', gone);
    return { connection, channel, usedAt: Date.now() };
  }

  async #closeIdle(): Promise<void> {
    for (const [vhost, opening] of this.#lines) {
      const line = await opening.catch(() => undefined);
      if (line === undefined || Date.now() - line.usedAt > IDLE_MS) await this.#drop(vhost);
    }
  }

  async #drop(vhost: string): Promise<void> {
    const opening = this.#lines.get(vhost);
    this.#lines.delete(vhost);
    const line = await opening?.catch(() => undefined);
    await within(CONFIRM_MS, line?.connection.close() ?? Promise.resolve()).catch(() => undefined);
  }
}
