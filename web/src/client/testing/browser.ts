// What pages load when they need it; loaded here already, so that no test waits for it.
import '../cache/index.ts';
import '../client.ts';
import '../drafts.ts';
import '../endings.ts';
import '../remove-account.ts';
import '../sign-in.ts';
import '../account-session.ts';
import '../vault.ts';
import { laterSessionQueries, sessionQueries, type InstanceInfo } from '@kontor/contract/account';
import { activityCommands } from '@kontor/contract/activity';
import { HEADERS, type CommandDefinition } from '@kontor/contract/kernel';
import type { Client } from '../client.ts';
import type { Environment } from '../environment.ts';
import { createKontor, type Kontor } from '../kontor.ts';
import type { FoundInstance } from '../auth-request.ts';
import { createValue } from '../value.ts';
import { testEnvironment, textStorage } from './rows.ts';

const info: InstanceInfo = { name: 'demo', title: 'Demo', version: '1' };
/** Served where the app is, with a cookie; and elsewhere, with a token. */
const own: FoundInstance = { info, url: 'http://localhost:8080', own: true };
const foreign: FoundInstance = { info, url: 'https://demo.example', own: false };
const { archive } = activityCommands;
const COMMANDS: ReadonlyMap<string, CommandDefinition> = new Map([
  [archive.name, archive as unknown as CommandDefinition],
]);

/** A `BroadcastChannel` within this process. */
export class TestChannel extends EventTarget {
  static readonly #all = new Set<TestChannel>();
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
    TestChannel.#all.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of TestChannel.#all) {
      if (other === this || other.name !== this.name) continue;
      setTimeout(() => other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) })), 0);
    }
  }

  close(): void {
    TestChannel.#all.delete(this);
  }

  static closeAll(): void {
    TestChannel.#all.clear();
  }
}

/** A request as it left the browser. */
export interface Sent {
  readonly url: URL;
  readonly headers: Headers;
  readonly credentials: RequestCredentials | undefined;
  readonly redirect: RequestRedirect | undefined;
}

/** Ends when the gate is open; rejects where the request was called off before, as `fetch` does. */
function opened(gate: { open: Promise<void> } | undefined, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('called off', 'AbortError')));
    void (gate?.open ?? Promise.resolve()).then(resolve);
  });
}

/** A browser with servers: its pages share a cookie and settings, and tokens are those of their server. Requests wait where a test says so. */
export function openBrowser() {
  const settings = new Map<string, string>();
  const server = { person: undefined as string | undefined, csrfToken: '', sessions: 0, tokens: 0 };
  const commands: string[] = [];
  const gates: { name: string; open: Promise<void> }[] = [];
  const pages: Kontor[] = [];
  const sent: Sent[] = [];
  /** People by the tokens that they were given. */
  const tokens = new Map<string, string>();

  function enter(person: string): void {
    server.sessions += 1;
    Object.assign(server, { person, csrfToken: `c${server.sessions}` });
  }

  function answer(name: string, person: string | undefined): Response {
    const { csrfToken } = server;
    if (person === undefined) {
      return Response.json({ type: 'about:blank', title: 'no', status: 401, code: 'X' }, { status: 401 });
    }
    const known: Record<string, unknown> = {
      [sessionQueries.user.name]: { ...sessionQueries.user.example.result, userName: person },
      [sessionQueries.configuration.name]: sessionQueries.configuration.example.result,
      [laterSessionQueries.fromToken.name]: laterSessionQueries.fromToken.example.result,
    };
    return Response.json({ csrfToken, keys: [name], processIds: [], results: known[name], totalCount: 1 });
  }

  const fetch: Environment['fetch'] = async (input, init) => {
    const response = await respond(input, init);
    const version = self.versions.get(new URL(input instanceof Request ? input.url : input).host);
    if (version !== undefined) response.headers.set(HEADERS.compatibility, version);
    return response;
  };

  const respond: Environment['fetch'] = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const name = url.searchParams.get('query') ?? url.pathname;
    const headers = new Headers(init?.headers);
    sent.push({ url, headers, credentials: init?.credentials, redirect: init?.redirect });
    if (self.isCut || url.pathname === self.refused) throw new TypeError('no network');
    const token = headers.get('Authorization');
    const who = (): string | undefined =>
      token === null ? server.person : tokens.get(`${url.origin} ${token.slice('Bearer '.length)}`);
    const gate = gates.find((one) => one.name === name);
    if (self.renewed !== undefined) {
      const answered = answer(name, who());
      answered.headers.set('X-Auth-Token', self.renewed);
      await gate?.open;
      return answered;
    }
    await opened(gate, init?.signal);
    if (url.pathname === '/query') return answer(name, who());
    if (url.pathname === '/auth/login') {
      const { username } = JSON.parse(init?.body as string) as { username: string };
      const withCookie = headers.get('X-Session') === 'cookie';
      if (withCookie) enter(username);
      const accessToken = withCookie ? '' : `token-${(server.tokens += 1)}-of-${username}-at-${url.host}`;
      if (!withCookie) tokens.set(`${url.origin} ${accessToken}`, username);
      return Response.json({ success: true, authToken: '', accessToken, csrfToken: server.csrfToken });
    }
    if (url.pathname === '/auth/logout') {
      if (token === null) server.person = undefined;
      else tokens.delete(`${url.origin} ${token.slice('Bearer '.length)}`);
      return Response.json({ success: true });
    }
    if (url.pathname === '/command') {
      commands.push(`${who()}`);
      return Response.json({ csrfToken: server.csrfToken, success: true, data: {} });
    }
    return Response.json({}, { status: 503 });
  };

  const self = {
    /** True while no request comes through. */
    isCut: false,
    /** Requests of this path do not come through. */
    refused: undefined as string | undefined,
    /** A newer token that comes with the answers to queries, which are given before they wait at a gate. */
    renewed: undefined as string | undefined,
    /** Versions that servers say they are of, by their hosts. */
    versions: new Map<string, string>(),
    server,
    settings,
    commands,
    sent,
    tokens,
    enter,
    /** Requests of this name, a query's or a path, wait until the gate is opened: so much does this answer. */
    gate(name: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      const gate = { name, open: promise };
      gates.push(gate);
      return () => {
        gates.splice(gates.indexOf(gate), 1);
        resolve();
      };
    },
    close(): void {
      for (const { accountEntries } of pages) for (const { client } of accountEntries.get()) client?.close();
    },
    /** Opens a page; one with settings of its own has not heard of what others have changed there. */
    open(kept = settings, tab = new Map<string, string>()) {
      const naps: { ms: number; wake: () => void }[] = [];
      const wakes = new Set<() => void>();
      const env = testEnvironment(fetch, {
        newId: () => crypto.randomUUID(),
        settings: textStorage(kept),
        tab: textStorage(tab),
        onWake: (wake) => {
          wakes.add(wake);
          return () => wakes.delete(wake);
        },
        sleep: (ms, signal) =>
          new Promise((wake) => {
            naps.push({ ms, wake });
            signal?.addEventListener('abort', () => wake());
          }),
      });
      const kontor = createKontor(env, async () => COMMANDS, createValue(true));
      pages.push(kontor);
      return {
        kontor,
        user: () => kontor.session.get().client?.account.user,
        signIn: (username: string, signal?: AbortSignal) => kontor.signIn(own, { username, password: 'x' }, signal),
        signInElsewhere: (username: string, signal?: AbortSignal) =>
          kontor.signIn(foreign, { username, password: 'x' }, signal),
        /** The page is shown again. */
        wake: () => [...wakes].forEach((wake) => wake()),
        /** Lets so much time pass for all who wait for no longer. */
        pass: (most: number) => naps.filter(({ ms }) => ms <= most).forEach(({ wake }) => wake()),
      };
    },
  };
  return self;
}

type Page = ReturnType<ReturnType<typeof openBrowser>['open']>;

/** Key of the account that `signInElsewhere` makes of Anna. */
export const ELSEWHERE = 'https%3A%2F%2Fdemo.example/demo/anna';

export const clientOf = (page: Page, key: string): Client | undefined =>
  page.kontor.accountEntries.get().find((accountEntry) => accountEntry.key === key)?.client;
export const states = (page: Page): unknown[] => page.kontor.accountEntries.get().map(({ key, state }) => [key, state]);
