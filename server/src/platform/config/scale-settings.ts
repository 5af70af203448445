import * as v from 'valibot';
import { StartError } from '../start-error.ts';
import { isWebUrl, setting, whole, yesNo, yesNoAllowed } from './setting.ts';

const isBrokerUrl = (text: string) =>
  /^amqps?:\/\//i.test(text) && URL.canParse(text) && ['', '/'].includes(new URL(text).pathname);
const filled = v.pipe(v.string(), v.minLength(1));

/** Real time by RabbitMQ instead of Kontor's own endpoint. */
export const brokerSettings = {
  amqpUrl: setting<string | undefined>({
    name: 'KONTOR_AMQP_URL',
    description: 'A RabbitMQ that carries real time instead of Kontor itself: where the server hands it events.',
    allowed: 'an address like amqp://user:password@host:5672, or amqps://, without a path',
    default: "off, real time is Kontor's own",
    parse: v.pipe(v.string(), v.check(isBrokerUrl)),
    fallback: () => undefined,
    secret: true,
  }),
  pongHost: setting<string | undefined>({
    name: 'KONTOR_PONG_HOST',
    description: "The host under which people's browsers reach the broker's Web STOMP.",
    allowed: 'a host name or an IP address',
    default: 'none',
    parse: v.pipe(v.string(), v.regex(/^[\w.:[\]-]+$/)),
    fallback: () => undefined,
  }),
  pongPort: setting({
    name: 'KONTOR_PONG_PORT',
    description: "The port under which people's browsers reach the broker's Web STOMP.",
    allowed: 'a port number from 1 to 65535',
    default: '15674',
    parse: whole(1, 65_535),
    fallback: () => 15_674,
  }),
  pongManagementUrl: setting<string | undefined>({
    name: 'KONTOR_PONG_MANAGEMENT_URL',
    description: "The broker's management API, by which instances are set up and connections ended.",
    allowed: 'an address like http://user:password@host:15672, or https://; without a user that of KONTOR_AMQP_URL',
    default: 'none',
    parse: v.pipe(v.string(), v.check(isWebUrl)),
    fallback: () => undefined,
    secret: true,
  }),
  pongKey: setting<string | undefined>({
    name: 'KONTOR_PONG_KEY',
    description: "The file with the private key that people's tickets for the broker are signed with.",
    allowed: 'the path of a file in the format PEM, with an RSA or a P-256 key',
    default: 'none',
    parse: filled,
    fallback: () => undefined,
  }),
  pongPrefix: setting({
    name: 'KONTOR_PONG_PREFIX',
    description:
      'What the names of its virtual hosts on the broker begin with; another for every Kontor on the same broker.',
    allowed: 'letters and digits, up to 40',
    default: 'kontor',
    parse: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,40}$/)),
    fallback: () => 'kontor',
  }),
};

/** Documents in S3-compatible storage instead of the data folder. */
export const storageSettings = {
  s3Bucket: setting<string | undefined>({
    name: 'KONTOR_S3_BUCKET',
    description: 'A bucket of an S3-compatible storage that keeps mails and documents instead of the data folder.',
    allowed: 'the name of a bucket, 3 to 63 characters',
    default: 'off, documents lie in the data folder',
    parse: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)),
    fallback: () => undefined,
  }),
  s3Endpoint: setting<string | undefined>({
    name: 'KONTOR_S3_ENDPOINT',
    description: 'The address of the storage, where it is not that of Amazon.',
    allowed: 'an address that begins with http:// or https://',
    default: 'Amazon S3 in KONTOR_S3_REGION',
    parse: v.pipe(v.string(), v.check(isWebUrl)),
    fallback: () => undefined,
  }),
  s3Region: setting({
    name: 'KONTOR_S3_REGION',
    description: 'The region of the bucket.',
    allowed: 'the name of a region',
    default: 'us-east-1',
    parse: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
    fallback: () => 'us-east-1',
  }),
  s3AccessKey: setting<string | undefined>({
    name: 'KONTOR_S3_ACCESS_KEY',
    description: 'The id of the access key for the bucket.',
    allowed: 'a text',
    default: "that of the machine's own role",
    parse: filled,
    fallback: () => undefined,
  }),
  s3SecretKey: setting<string | undefined>({
    name: 'KONTOR_S3_SECRET_KEY',
    description: 'The secret that belongs to KONTOR_S3_ACCESS_KEY.',
    allowed: 'a text',
    default: 'none',
    parse: filled,
    fallback: () => undefined,
    secret: true,
  }),
  s3PathStyle: setting({
    name: 'KONTOR_S3_PATH_STYLE',
    description:
      'Whether the bucket is named in the path instead of the host, as most storages of other makers want it.',
    allowed: yesNoAllowed,
    default: 'true if KONTOR_S3_ENDPOINT is given, else false',
    parse: yesNo,
    fallback: ({ s3Endpoint }) => s3Endpoint !== undefined,
  }),
};

type All = typeof brokerSettings & typeof storageSettings;
type Values = { readonly [K in keyof All]: ReturnType<All[K]['fallback']> };

/** Throws a StartError where settings that belong together are not all there. */
export function checkTogether(values: Values): void {
  const groups: readonly (readonly (keyof All)[])[] = [
    ['amqpUrl', 'pongHost', 'pongManagementUrl', 'pongKey'],
    ['s3AccessKey', 's3SecretKey'],
  ];
  const all = { ...brokerSettings, ...storageSettings };
  for (const group of groups) {
    const given = group.filter((key) => values[key] !== undefined);
    const missing = group.filter((key) => values[key] === undefined);
    if (given.length > 0 && missing.length > 0) refuse(given, missing);
  }
  const needBucket = (['s3Endpoint', 's3AccessKey'] as const).filter((key) => values[key] !== undefined);
  if (values.s3Bucket === undefined && needBucket.length > 0) refuse(needBucket, ['s3Bucket']);

  function refuse(given: readonly (keyof All)[], missing: readonly (keyof All)[]): never {
    const name = (keys: readonly (keyof All)[]) => keys.map((key) => all[key].name).join(', ');
    throw new StartError(
      `Settings that belong together are not all there: with ${name(given)} set, ${name(missing)} must be set too.`,
    );
  }
}
