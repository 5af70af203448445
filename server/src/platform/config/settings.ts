import { availableParallelism, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { isLoopback } from '../loopback.ts';
import { menuSettings } from './menu-settings.ts';
import { finishPushKeys, nativeSettings } from './push-settings.ts';
import { readingSettings } from './reading-settings.ts';
import { sendingSettings } from './sending-settings.ts';
import { brokerSettings, storageSettings } from './scale-settings.ts';
import { isWebUrl, list, setting, whole, yesNo, yesNoAllowed, type Setting } from './setting.ts';
import { uploadSettings } from './upload-settings.ts';

export type { Known, Setting } from './setting.ts';

const domain = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/;
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;
const isMailUrl = (text: string) => /^smtps?:\/\//i.test(text) && URL.canParse(text) && new URL(text).hostname !== '';
const isDatabaseUrl = (text: string) => /^postgres(?:ql)?:\/\//i.test(text) && URL.canParse(text);

/** What is put before a received mail has room below what a parser takes. */
const MAX_MAIL_BYTES = 63 * 1024 * 1024;

/** The machine's name where it is one that a greeting may bear. */
function ownName(): string {
  const name = hostname().toLowerCase();
  return domain.test(name) ? name : 'localhost';
}

/** Every setting there is, once. `port` and `host` come first, since defaults below depend on them. */
export const settings = {
  port: setting({
    name: 'KONTOR_PORT',
    description: 'The one port for the web app, the API and real time.',
    allowed: 'a port number up to 65535 (0 picks a free one)',
    default: '8080',
    parse: whole(0, 65_535),
    fallback: () => 8080,
  }),
  host: setting({
    name: 'KONTOR_HOST',
    description: 'The address to listen on. 0.0.0.0 makes Kontor reachable from other machines.',
    allowed: 'a host name or an IP address',
    default: '127.0.0.1',
    parse: v.pipe(v.string(), v.regex(/^[\w.:[\]-]+$/)),
    fallback: () => '127.0.0.1',
  }),
  dataFolder: setting({
    name: 'KONTOR_DATA',
    description: 'The data folder: embedded database, documents and keys. Relative to the folder Kontor is started in.',
    allowed: 'the path of a folder',
    default: './data',
    parse: v.pipe(v.string(), v.minLength(1)),
    fallback: () => './data',
  }),
  databaseUrl: setting<string | undefined>({
    name: 'DATABASE_URL',
    description: 'An external PostgreSQL (15 or newer) instead of the embedded one.',
    allowed: 'an address like postgres://user:password@host:5432/database',
    default: 'the embedded PostgreSQL',
    parse: v.pipe(v.string(), v.check(isDatabaseUrl)),
    fallback: () => undefined,
    secret: true,
  }),
  demo: setting({
    name: 'KONTOR_DEMO',
    description: 'Whether the very first start on an empty database creates the instance "demo" with three people.',
    allowed: yesNoAllowed,
    default: 'true',
    parse: yesNo,
    fallback: () => true,
  }),
  demoPassword: setting<string | undefined>({
    name: 'KONTOR_DEMO_PASSWORD',
    description: "The password of the demo's three people, instead of generated ones.",
    allowed: '12 characters or longer',
    default: 'generated and printed once',
    parse: v.pipe(v.string(), v.minLength(12), v.maxLength(256)),
    fallback: () => undefined,
    secret: true,
  }),
  domains: setting<readonly string[]>({
    name: 'KONTOR_DOMAINS',
    description: 'Domains in front of which a label is the name of an instance, as in demo.example.com.',
    allowed: 'domains with an optional port, separated by commas',
    default: 'localhost:{port}',
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
    default: 'none',
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
    default: 'http://localhost:{port}',
    parse: v.pipe(
      v.string(),
      v.check(isWebUrl),
      v.transform((text) => text.replace(/\/+$/, '')),
    ),
    fallback: () => undefined,
  }),
  trustedProxies: setting({
    name: 'KONTOR_TRUST_PROXY',
    description:
      'Whether a reverse proxy stands in front, whose X-Forwarded-* headers are believed; where several stand one behind the other, how many.',
    allowed: 'true, false, or a number of proxies up to 10',
    default: 'false',
    parse: v.union([whole(0, 10), v.pipe(yesNo, v.transform(Number))]),
    fallback: () => 0,
  }),
  logLevel: setting<'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'>({
    name: 'KONTOR_LOG_LEVEL',
    description: 'The least severity that is logged.',
    allowed: 'trace, debug, info, warn, error, fatal or silent',
    default: 'info',
    parse: v.pipe(v.string(), v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])),
    fallback: () => 'info',
  }),
  logFormat: setting<'json' | 'pretty'>({
    name: 'KONTOR_LOG_FORMAT',
    description: 'One JSON object a line for machines, or lines for people.',
    allowed: 'json or pretty',
    default: 'pretty on a terminal, else json',
    parse: v.pipe(v.string(), v.picklist(['json', 'pretty'])),
    fallback: () => (process.stderr.isTTY ? 'pretty' : 'json'),
  }),
  logRequests: setting({
    name: 'KONTOR_LOG_REQUESTS',
    description:
      'Whether each request leaves a line in the log: its id, operation, outcome and time, never its content.',
    allowed: yesNoAllowed,
    default: 'true where KONTOR_LOG_FORMAT is json',
    parse: yesNo,
    fallback: ({ logFormat }) => logFormat === 'json',
  }),
  logSlowSql: setting({
    name: 'KONTOR_LOG_SLOW_SQL',
    description: 'From how many milliseconds on a statement of the database is logged as slow. 0 logs none.',
    allowed: 'a whole number from 0 to 60000',
    default: '500',
    parse: whole(0, 60_000),
    fallback: () => 500,
  }),
  metricsPort: setting<number | undefined>({
    name: 'KONTOR_METRICS_PORT',
    description: 'The port on which Prometheus reads /metrics. Nobody has to sign in there.',
    allowed: 'a port number up to 65535 (0 picks a free one)',
    default: 'off',
    parse: whole(0, 65_535),
    fallback: () => undefined,
  }),
  metricsHost: setting({
    name: 'KONTOR_METRICS_HOST',
    description: 'The address to serve metrics on.',
    allowed: 'a host name or an IP address',
    default: '127.0.0.1',
    parse: v.pipe(v.string(), v.regex(/^[\w.:[\]-]+$/)),
    fallback: () => '127.0.0.1',
  }),
  tracesEndpoint: setting<string | undefined>({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    description:
      'The OpenTelemetry collector that traces are sent to, by OTLP over HTTP: requests, operations, statements and jobs.',
    allowed: 'an address that begins with http:// or https://',
    default: 'none',
    parse: v.pipe(v.string(), v.check(isWebUrl)),
    fallback: () => undefined,
  }),
  mailPrivateHosts: setting({
    name: 'KONTOR_MAIL_PRIVATE_HOSTS',
    description: 'Whether mail accounts may use servers in private address ranges, such as the company network.',
    allowed: yesNoAllowed,
    default: 'true if KONTOR_HOST is a loopback address, else false',
    parse: yesNo,
    fallback: ({ host }) => isLoopback(host),
  }),
  phonePrivateHosts: setting({
    name: 'KONTOR_PHONE_PRIVATE_HOSTS',
    description:
      'Whether telephone systems, and the addresses by which calls are made, may be in private address ranges, such as the company network.',
    allowed: yesNoAllowed,
    default: 'true if KONTOR_HOST is a loopback address, else false',
    parse: yesNo,
    fallback: ({ host }) => isLoopback(host),
  }),
  dbPool: setting({
    name: 'KONTOR_DB_POOL',
    description: 'The most database connections that requests use at a time.',
    allowed: 'a whole number from 1 to 500',
    default: '10',
    parse: whole(1, 500),
    fallback: () => 10,
  }),
  parserProcesses: setting({
    name: 'KONTOR_PARSER_PROCESSES',
    description: 'How many processes parse mails.',
    allowed: 'a whole number from 1 to 64',
    default: '2, or 1 on a machine with one processor',
    parse: whole(1, 64),
    fallback: () => Math.min(2, availableParallelism()),
  }),
  texts: setting({
    name: 'KONTOR_TEXTS',
    description:
      'Whether the text inside attachments is taken, so that search finds it. What was taken stays where it is turned off.',
    allowed: yesNoAllowed,
    default: 'true',
    parse: yesNo,
    fallback: () => true,
  }),
  textMaxBytes: setting({
    name: 'KONTOR_TEXT_MAX_BYTES',
    description: 'The most bytes of an attachment whose text is taken.',
    allowed: 'a whole number from 1024 to 268435456',
    default: '33554432 (32 MiB)',
    parse: whole(1024, 256 * 1024 * 1024),
    fallback: () => 32 * 1024 * 1024,
  }),
  textSeconds: setting({
    name: 'KONTOR_TEXT_SECONDS',
    description: 'How many seconds of processor time the text of one attachment may take.',
    allowed: 'a whole number from 1 to 120',
    default: '5',
    parse: whole(1, 120),
    fallback: () => 5,
  }),
  textMemoryMiB: setting({
    name: 'KONTOR_TEXT_MEMORY_MIB',
    description: 'How much memory the text of one attachment may take, in MiB.',
    allowed: 'a whole number from 64 to 4096',
    default: '256',
    parse: whole(64, 4096),
    fallback: () => 256,
  }),
  textProcesses: setting({
    name: 'KONTOR_TEXT_PROCESSES',
    description: 'How many processes take the text of attachments.',
    allowed: 'a whole number from 1 to 64',
    default: '1',
    parse: whole(1, 64),
    fallback: () => 1,
  }),
  drainSeconds: setting({
    name: 'KONTOR_DRAIN_SECONDS',
    description: 'For how many seconds a server that is told to stop goes on while /health/ready already says no.',
    allowed: 'a whole number from 0 to 300',
    default: '0',
    parse: whole(0, 300),
    fallback: () => 0,
  }),
  smtpPort: setting<number | undefined>({
    name: 'KONTOR_SMTP_PORT',
    description: 'The port on which Kontor itself receives mail (SMTP), for addresses that have no mail server.',
    allowed: 'a port number up to 65535 (0 picks a free one)',
    default: 'off',
    parse: whole(0, 65_535),
    fallback: () => undefined,
  }),
  smtpHost: setting({
    name: 'KONTOR_SMTP_HOST',
    description: 'The address to receive mail on. 0.0.0.0 makes it reachable from other machines.',
    allowed: 'a host name or an IP address',
    default: '127.0.0.1',
    parse: v.pipe(v.string(), v.regex(/^[\w.:[\]-]+$/)),
    fallback: () => '127.0.0.1',
  }),
  smtpName: setting({
    name: 'KONTOR_SMTP_NAME',
    description: 'The name under which mail servers know Kontor: what MX records point to, and what the greeting says.',
    allowed: 'a host name',
    default: 'the host of KONTOR_PUBLIC_URL, else the name of this machine',
    parse: v.pipe(
      v.string(),
      v.toLowerCase(),
      v.check((name) => domain.test(name) && !name.includes(':')),
    ),
    fallback: ({ publicUrl }) => (publicUrl === undefined ? ownName() : new URL(publicUrl).hostname),
  }),
  smtpMaxBytes: setting({
    name: 'KONTOR_SMTP_MAX_BYTES',
    description: 'The most bytes of one mail that is received.',
    allowed: 'a whole number from 65536 to 66060288',
    default: '52428800 (50 MiB)',
    parse: whole(64 * 1024, MAX_MAIL_BYTES),
    fallback: () => 50 * 1024 * 1024,
  }),
  smtpTlsKey: setting<string | undefined>({
    name: 'KONTOR_SMTP_TLS_KEY',
    description: 'The file with the private key for encrypted reception.',
    allowed: 'the path of a file in the format PEM',
    default: 'a key made by Kontor',
    parse: v.pipe(v.string(), v.minLength(1)),
    fallback: () => undefined,
  }),
  smtpTlsCert: setting<string | undefined>({
    name: 'KONTOR_SMTP_TLS_CERT',
    description: 'The file with the certificate, and those in between, that belongs to KONTOR_SMTP_TLS_KEY.',
    allowed: 'the path of a file in the format PEM',
    default: 'a certificate made by Kontor',
    parse: v.pipe(v.string(), v.minLength(1)),
    fallback: () => undefined,
  }),
  smtpGreylist: setting({
    name: 'KONTOR_SMTP_GREYLIST',
    description: 'Whether a sender that is not known yet has to come again, as real mail servers do.',
    allowed: yesNoAllowed,
    default: 'true',
    parse: yesNo,
    fallback: () => true,
  }),
  smtpGreylistSeconds: setting({
    name: 'KONTOR_SMTP_GREYLIST_SECONDS',
    description: 'How many seconds later the sender may come again.',
    allowed: 'a whole number from 0 to 86400',
    default: '60',
    parse: whole(0, 86_400),
    fallback: () => 60,
  }),
  mailUrl: setting<string | undefined>({
    name: 'KONTOR_MAIL_URL',
    description:
      "The mail server that takes Kontor's own mails: links to a new password, invitations, what changed about signing in. Without it these are handed over by administrators.",
    allowed: 'an address like smtps://user:password@host:465 or smtp://host:25, with a host',
    default: 'none',
    parse: v.pipe(v.string(), v.check(isMailUrl)),
    fallback: () => undefined,
    secret: true,
  }),
  mailFrom: setting<string | undefined>({
    name: 'KONTOR_MAIL_FROM',
    description: "The address that Kontor's own mails come from.",
    allowed: 'a mail address',
    default: 'kontor@ and the host of KONTOR_PUBLIC_URL, else of KONTOR_MAIL_URL',
    parse: v.pipe(v.string(), v.email()),
    fallback: () => undefined,
  }),
  keyFile: setting({
    name: 'KONTOR_KEY_FILE',
    description: 'The file with the key that stored passwords are sealed with; the same for all server processes.',
    allowed: 'the path of a file',
    default: 'kontor.key in the data folder, made at the first start',
    parse: v.pipe(v.string(), v.minLength(1)),
    fallback: ({ dataFolder }) => join(dataFolder, 'kontor.key'),
  }),
  ...uploadSettings,
  ...sendingSettings,
  ...readingSettings,
  ...menuSettings,
  ...nativeSettings,
  ...brokerSettings,
  ...storageSettings,
};

type Settings = typeof settings;

/** All settings, checked. Paths are absolute; `domains` are lower case and without a scheme. */
export type Config = { readonly [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never };

/** Turns what was accepted into what the server works with. */
export const finish = (config: Config, cwd: string): Config => ({
  ...finishPushKeys(config, cwd),
  dataFolder: resolve(cwd, config.dataFolder),
  smtpTlsKey: config.smtpTlsKey === undefined ? undefined : resolve(cwd, config.smtpTlsKey),
  smtpTlsCert: config.smtpTlsCert === undefined ? undefined : resolve(cwd, config.smtpTlsCert),
  keyFile: resolve(cwd, config.keyFile),
  pongKey: config.pongKey === undefined ? undefined : resolve(cwd, config.pongKey),
});
