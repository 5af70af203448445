import { StartError } from '../../start-error.ts';

const TIMEOUT_MS = 10_000;
/** Queues of connections that are gone, and those of a listener that never reads, come to an end by themselves. */
const QUEUE_LIMITS = { expires: 60_000, 'max-length': 20_000 };

/** Someone who holds a channel, by the name that their token gave them. */
export interface BrokerChannel {
  readonly user: string;
  readonly connection: string;
}

/** What Kontor asks of RabbitMQ's management API. Every call throws where the broker does not answer or refuses. */
export class BrokerManagement {
  readonly #base: string;
  readonly #authorization: string;
  readonly #amqpUser: string;

  /** `url`: of the management plugin, with user and password, else those of `amqpUrl` are taken. */
  constructor(url: string, amqpUrl: string) {
    const address = new URL(url);
    const amqp = new URL(amqpUrl);
    const { username, password } = address.username === '' ? amqp : address;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    this.#amqpUser = decodeURIComponent(amqp.username);
    this.#base = `${address.origin}${address.pathname.replace(/\/+$/, '')}/api`;
  }

  /** Throws a StartError where user and password are refused, or may not administer; any other error where the broker is away. */
  async check(): Promise<void> {
    const { status } = await this.#send('GET', '/permissions');
    if (status === 401 || status === 403)
      throw new StartError(
        'The broker refuses the user in KONTOR_PONG_MANAGEMENT_URL, or that user is no administrator of it.',
      );
  }

  /** Makes the virtual host of an instance, in which Kontor's own user may do no more than publish. */
  async provideVhost(vhost: string): Promise<void> {
    const at = encodeURIComponent(vhost);
    await this.#call('PUT', `/vhosts/${at}`, { description: 'An instance of Kontor' });
    const rights = { configure: '^$', write: '^amq\\.topic$', read: '^$' };
    await this.#call('PUT', `/permissions/${at}/${encodeURIComponent(this.#amqpUser)}`, rights);
    await this.#call('PUT', `/policies/${at}/subscriptions`, {
      pattern: '^stomp-subscription-',
      definition: QUEUE_LIMITS,
      'apply-to': 'queues',
    });
  }

  async removeVhost(vhost: string): Promise<void> {
    await this.#call('DELETE', `/vhosts/${encodeURIComponent(vhost)}`);
  }

  /** Who is connected to a virtual host. New ones are listed after some seconds only. */
  async channels(vhost: string): Promise<readonly BrokerChannel[]> {
    const path = `/vhosts/${encodeURIComponent(vhost)}/channels?columns=user,connection_details.name`;
    const response = await this.#call('GET', path);
    const list = (await response.json()) as { user?: string; connection_details?: { name?: string } }[];
    return list.flatMap(({ user, connection_details: { name } = {} }) =>
      user === undefined || name === undefined ? [] : [{ user, connection: name }],
    );
  }

  /** Ends a connection; one that is gone is as good. */
  async close(connection: string): Promise<void> {
    await this.#call('DELETE', `/connections/${encodeURIComponent(connection)}`);
  }

  async #call(method: string, path: string, body?: object): Promise<Response> {
    const response = await this.#send(method, path, body);
    const isGone = method === 'DELETE' && response.status === 404;
    if (!response.ok && !isGone) throw new Error(`The broker answered ${response.status} to ${method} ${path}`);
    return response;
  }

  #send(method: string, path: string, body?: object): Promise<Response> {
    return fetch(this.#base + path, {
      method,
      headers: { Authorization: this.#authorization, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}
