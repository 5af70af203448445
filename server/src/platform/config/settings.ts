import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import * as v from 'valibot';

/** What defaults may depend on: the folder Kontor was started in, and the settings that stand further up in the table. */
export interface Known {
  readonly cwd: string;
  readonly port: number;
  readonly host: string;
}

export interface Setting<T> {
  /** The name in the environment and in the file. */
  readonly name: string;
  readonly description: string;
  /** What is accepted, to be read after "must be". */
  readonly allowed: string;
  /** The default in words, for the documentation. */
  readonly usual: string;
  readonly parse: v.GenericSchema<string, T>;
  readonly fallback: (known: Known) => T;
  /** Its value is never printed. */
  readonly secret?: boolean;
}

const setting = <T>(it: Setting<T>): Setting<T> => it;

const whole = (min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.minValue(min), v.maxValue(max));
const yesNo = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.picklist(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off']),
  v.transform((text) => ['true', '1', 'yes', 'on'].includes(text)),
);
const yesNoAllowed = 'true or false';
const list = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter(Boolean),
  ),
);
const domain = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/;
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
const isWebUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);
const isDatabaseUrl = (text: string) => /^postgres(?:ql)?:\/\//i.test(text) && URL.canParse(text);

/** Whether an address to listen on is reachable from this machine only. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || host.startsWith('127.');

/** Every setting there is, once. `port` and `host` come first, since defaults below depend on them. */
export const settings = {
  port: setting({
    name: 'KONTOR_PORT',
    description: 'The one port for the web app, the API and real time.',
    allowed: 'a port number up to 65535 (0 picks a free one)',
    usual: '8080',
    parse: whole(0, 65_535),
    fallback: () => 8080,
  }),
  host: setting({
    name: 'KONTOR_HOST',
    description: 'The address to listen on. 0.0.0.0 makes Kontor reachable from other machines.',
    allowed: 'a host name or an IP address',
    usual: '127.0.0.1',
    parse: v.pipe(v.string(), v.regex(/^[\w.:[\]-]+$/)),
    fallback: () => '127.0.0.1',
  }),
  dataFolder: setting({
    name: 'KONTOR_DATA',
    description: 'The data folder: embedded database, documents and keys. Relative to the folder Kontor is started in.',
    allowed: 'the path of a folder',
    usual: './data',
    parse: v.pipe(v.string(), v.minLength(1)),
    fallback: () => './data',
  }),
  databaseUrl: setting<string | undefined>({
    name: 'DATABASE_URL',
    description: 'An external PostgreSQL (15 or newer) instead of the embedded one.',
    allowed: 'an address like postgres://user:password@host:5432/database',
    usual: 'the embedded PostgreSQL',
    parse: v.pipe(v.string(), v.check(isDatabaseUrl)),
    fallback: () => undefined,
    secret: true,
  }),
  demo: setting({
    name: 'KONTOR_DEMO',
    description: 'Whether the very first start on an empty database creates the instance "demo" with three people.',
    allowed: yesNoAllowed,
    usual: 'true',
    parse: yesNo,
    fallback: () => true,
  }),
  demoPassword: setting<string | undefined>({
    name: 'KONTOR_DEMO_PASSWORD',
    description: "The password of the demo's three people, instead of generated ones.",
    allowed: '12 characters or longer',
    usual: 'generated and printed once',
    parse: v.pipe(v.string(), v.minLength(12), v.maxLength(256)),
    fallback: () => undefined,
    secret: true,
  }),
  domains: setting<readonly string[]>({
    name: 'KONTOR_DOMAINS',
    description: 'Domains in front of which a label is the name of an instance, as in demo.example.com.',
    allowed: 'domains with an optional port, separated by commas',
    usual: 'localhost:{port}',
    parse: v.pipe(
      list,
      v.check((domains) => domains.every((name) => domain.test(name))),
    ),
    fallback: ({ port }) => [`localhost:${port}`],
  }),
  origins: setting<readonly string[]>({
    name: 'KONTOR_ORIGINS',
    description: 'Other origins whose pages may call the API.',
    allowed: 'origins like https://example.com, separated by commas',
    usual: 'none',
    parse: v.pipe(
      list,
      v.check((origins) => origins.every(isOrigin)),
    ),
    fallback: () => [],
  }),
  publicUrl: setting<string | undefined>({
    name: 'KONTOR_PUBLIC_URL',
    description: 'The address under which people reach Kontor. Its host is answered for, and the start prints it.',
    allowed: 'an address that begins with http:// or https://',
    usual: 'http://localhost:{port}',
    parse: v.pipe(
      v.string(),
      v.check(isWebUrl),
      v.transform((text) => text.replace(/\/+$/, '')),
    ),
    fallback: () => undefined,
  }),
  trustProxy: setting({
    name: 'KONTOR_TRUST_PROXY',
    description: 'Whether a reverse proxy stands in front, whose X-Forwarded-* headers are believed.',
    allowed: yesNoAllowed,
    usual: 'false',
    parse: yesNo,
    fallback: () => false,
  }),
  logLevel: setting<'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'>({
    name: 'KONTOR_LOG_LEVEL',
    description: 'The least severity that is logged.',
    allowed: 'trace, debug, info, warn, error, fatal or silent',
    usual: 'info',
    parse: v.pipe(v.string(), v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])),
    fallback: () => 'info',
  }),
  logFormat: setting<'json' | 'pretty'>({
    name: 'KONTOR_LOG_FORMAT',
    description: 'One JSON object a line for machines, or lines for people.',
    allowed: 'json or pretty',
    usual: 'pretty on a terminal, else json',
    parse: v.pipe(v.string(), v.picklist(['json', 'pretty'])),
    fallback: () => (process.stderr.isTTY ? 'pretty' : 'json'),
  }),
  mailPrivateHosts: setting({
    name: 'KONTOR_MAIL_PRIVATE_HOSTS',
    description: 'Whether mail accounts may use servers in private address ranges, such as the company network.',
    allowed: yesNoAllowed,
    usual: 'true if KONTOR_HOST is a loopback address, else false',
    parse: yesNo,
    fallback: ({ host }) => isLoopback(host),
  }),
  dbPool: setting({
    name: 'KONTOR_DB_POOL',
    description: 'The most database connections that requests use at a time.',
    allowed: 'a whole number from 1 to 500',
    usual: '10',
    parse: whole(1, 500),
    fallback: () => 10,
  }),
  parserProcesses: setting({
    name: 'KONTOR_PARSER_PROCESSES',
    description: 'How many processes parse mails.',
    allowed: 'a whole number from 1 to 64',
    usual: '2, or 1 on a machine with one processor',
    parse: whole(1, 64),
    fallback: () => Math.min(2, availableParallelism()),
  }),
};

type Settings = typeof settings;

/** All settings, checked. Paths are absolute; `domains` are lower case and without a scheme. */
export type Config = { readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never };

/** Turns what was accepted into what the server works with. */
export const finish = (config: Config, cwd: string): Config => ({
  ...config,
  dataFolder: resolve(cwd, config.dataFolder),
});
