import { HEADERS, type CommandEnvelope, type Problem, type QueryEnvelope } from '@kontor/contract/kernel';
import { randomUUID } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';

/** An answer with its status, whatever it was. */
export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface QueryOptions {
  readonly page?: number;
  readonly limit?: number;
  readonly sort?: readonly { property: string; direction: 'ASC' | 'DESC' }[];
  readonly format?: 'json' | 'pako' | 'rows';
  readonly processId?: string;
  readonly post?: boolean;
}

export interface CommandOptions {
  readonly processId?: string;
  readonly serializer?: 'json' | 'pako';
  readonly async?: boolean;
  readonly headers?: Record<string, string>;
}

/** A client as scripts write it: one person on one instance, by bearer token. */
export class TestClient {
  readonly base: string;
  readonly instance: string;
  token: string;

  constructor(base: string, instance: string, token = '') {
    this.base = base;
    this.instance = instance;
    this.token = token;
  }

  headers(more: Record<string, string> = {}): Record<string, string> {
    return {
      [HEADERS.platform]: 'App',
      [HEADERS.instance]: this.instance,
      ...(this.token === '' ? {} : { Authorization: `Bearer ${this.token}` }),
      ...more,
    };
  }

  async signIn(userName: string, password: string): Promise<this> {
    const answer = await this.send<{ accessToken: string }>('/auth/login', {
      method: 'POST',
      headers: this.headers({ 'Content-Type': 'application/json' }),
      body: JSON.stringify({ instance: this.instance, username: userName, password }),
    });
    if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    this.token = answer.body.accessToken;
    return this;
  }

  async send<T>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
    const response = await fetch(this.base + path, init);
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const json = type.includes('x-pako') ? inflateSync(Buffer.from(text, 'base64')).toString() : text;
    return {
      status: response.status,
      headers: response.headers,
      body: (/\bjson\b/.test(type) || type.includes('pako') ? JSON.parse(json) : text) as T,
    };
  }

  /** Asks a query and answers whatever came back. */
  tryQuery<R = unknown>(
    query: string,
    parameters: unknown = {},
    options: QueryOptions = {},
  ): Promise<Answer<QueryEnvelope<R> & Problem>> {
    const { post, ...rest } = options;
    if (post) {
      const body = JSON.stringify({ query, parameters, ...rest });
      return this.send('/query', {
        method: 'POST',
        headers: this.headers({ 'Content-Type': 'application/json' }),
        body,
      });
    }
    const search = new URLSearchParams({ query, parameters: JSON.stringify(parameters) });
    for (const [key, value] of Object.entries(rest))
      search.set(key, typeof value === 'string' ? value : JSON.stringify(value));
    return this.send(`/query?${search.toString()}`, { headers: this.headers() });
  }

  /** The results of a query; throws where it failed. */
  async query<R = unknown>(query: string, parameters: unknown = {}, options: QueryOptions = {}): Promise<R> {
    return (await this.envelope<R>(query, parameters, options)).results;
  }

  async envelope<R = unknown>(
    query: string,
    parameters: unknown = {},
    options: QueryOptions = {},
  ): Promise<QueryEnvelope<R>> {
    const answer = await this.tryQuery<R>(query, parameters, options);
    if (answer.status !== 200) throw new Error(`${query} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Sends a command and answers whatever came back. */
  tryCommand<R = Record<string, unknown>>(
    command: string,
    parameters: unknown = {},
    options: CommandOptions = {},
  ): Promise<Answer<CommandEnvelope<R> & Problem>> {
    const form = new FormData();
    form.set('command', command);
    form.set('processId', options.processId ?? randomUUID());
    if (options.async) form.set('async', 'true');
    const text = JSON.stringify(parameters);
    if (options.serializer === 'json') form.set('parameters', text);
    else {
      form.set('serializer', 'pako');
      form.set('parameters', new Blob([deflateSync(text)], { type: 'application/x-pako' }), 'parameters');
    }
    return this.send('/command', { method: 'POST', headers: this.headers(options.headers), body: form });
  }

  /** The data of a command; throws where it failed. */
  async command<R = Record<string, unknown>>(
    command: string,
    parameters: unknown = {},
    options: CommandOptions = {},
  ): Promise<R> {
    const answer = await this.tryCommand<R>(command, parameters, options);
    if (answer.status >= 300) throw new Error(`${command} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }
}
