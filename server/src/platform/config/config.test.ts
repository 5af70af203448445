import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { describeSettings, loadConfig } from './config.ts';

const cwd = mkdtempSync(join(tmpdir(), 'kontor config '));
afterAll(() => rmSync(cwd, { recursive: true }));

const load = (env: Record<string, string> = {}) => loadConfig({ env, cwd });

const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');

it('has a default for everything', () => {
  expect(load()).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataFolder: join(cwd, 'data'),
    databaseUrl: undefined,
    demo: true,
    demoPassword: undefined,
    domains: ['localhost:8080'],
    origins: [],
    menuHosts: [],
    menuSchemes: [],
    pushRelay: undefined,
    apnsKey: undefined,
    apnsKeyId: undefined,
    apnsTeam: undefined,
    apnsApps: undefined,
    fcmAccount: undefined,
    fcmApps: undefined,
    nativeApps: false,
    iosApps: [],
    androidApps: [],
    publicUrl: undefined,
    trustedProxies: 0,
    logLevel: 'info',
    logFormat: 'json',
    logRequests: true,
    logSlowSql: 500,
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    tracesEndpoint: undefined,
    mailPrivateHosts: true,
    phonePrivateHosts: true,
    dbPool: 10,
    parserProcesses: expect.any(Number),
    texts: true,
    textMaxBytes: 33_554_432,
    textSeconds: 5,
    textMemoryMiB: 256,
    textProcesses: 1,
    drainSeconds: 0,
    smtpPort: undefined,
    smtpHost: '127.0.0.1',
    smtpName: expect.any(String),
    smtpMaxBytes: 50 * 1024 * 1024,
    smtpTlsKey: undefined,
    smtpTlsCert: undefined,
    smtpGreylist: true,
    smtpGreylistSeconds: 60,
    uploadMaxBytes: 100 * 1024 * 1024,
    mailMostBytes: 25 * 1024 * 1024,
    mailMostReceivers: 500,
    sendTriesHours: 120,
    dns: [],
    keyFile: join(cwd, 'data', 'kontor.key'),
    amqpUrl: undefined,
    pongHost: undefined,
    pongPort: 15_674,
    pongManagementUrl: undefined,
    pongKey: undefined,
    pongPrefix: 'kontor',
    s3Bucket: undefined,
    s3Endpoint: undefined,
    s3Region: 'us-east-1',
    s3AccessKey: undefined,
    s3SecretKey: undefined,
    s3PathStyle: false,
  });
});

it.each([
  ['KONTOR_PORT', '9000', { port: 9000, domains: ['localhost:9000'] }],
  ['KONTOR_PORT', '', { port: 8080 }],
  ['KONTOR_HOST', '0.0.0.0', { host: '0.0.0.0', mailPrivateHosts: false, phonePrivateHosts: false }],
  ['KONTOR_HOST', '::1', { mailPrivateHosts: true }],
  ['KONTOR_DATA', join(cwd, 'else where'), { dataFolder: join(cwd, 'else where') }],
  ['DATABASE_URL', 'postgres://a:b@db/kontor', { databaseUrl: 'postgres://a:b@db/kontor' }],
  ['KONTOR_DOMAINS', 'Example.com, app.example.org:8443', { domains: ['example.com', 'app.example.org:8443'] }],
  [
    'KONTOR_ORIGINS',
    'https://example.com,http://localhost:3000',
    { origins: ['https://example.com', 'http://localhost:3000'] },
  ],
  ['KONTOR_PUBLIC_URL', 'https://kontor.example.com/', { publicUrl: 'https://kontor.example.com' }],
  ['KONTOR_LOG_FORMAT', 'pretty', { logRequests: false }],
  ['KONTOR_METRICS_PORT', '9464', { metricsPort: 9464 }],
  ['KONTOR_DEMO', 'off', { demo: false }],
  ['KONTOR_TRUST_PROXY', 'true', { trustedProxies: 1 }],
  ['KONTOR_TRUST_PROXY', '2', { trustedProxies: 2 }],
  ['KONTOR_PUBLIC_URL', 'https://kontor.example.com/', { smtpName: 'kontor.example.com' }],
  ['KONTOR_SMTP_PORT', '25', { smtpPort: 25 }],
  ['KONTOR_SMTP_NAME', 'MX.Example.com', { smtpName: 'mx.example.com' }],
  ['KONTOR_KEY_FILE', 'kontor.key', { keyFile: join(cwd, 'kontor.key') }],
  ['KONTOR_SMTP_TLS_KEY', 'key.pem', { smtpTlsKey: join(cwd, 'key.pem') }],
  ['KONTOR_PUSH_RELAY', 'https://Push.example.com/', { pushRelay: 'https://push.example.com' }],
  ['KONTOR_PUSH_RELAY', 'http://127.0.0.1:8090', { pushRelay: 'http://127.0.0.1:8090' }],
  ['KONTOR_NATIVE_APPS', 'true', { nativeApps: true }],
  ['KONTOR_IOS_APPS', 'ABCDE12345.com.example.App', { iosApps: ['ABCDE12345.com.example.App'] }],
  [
    'KONTOR_ANDROID_APPS',
    `com.example.app = ${fingerprint.toLowerCase()}`,
    { androidApps: [`com.example.app=${fingerprint}`] },
  ],
])('takes %s=%s', (name, value, expected) => {
  expect(load({ [name]: value })).toMatchObject(expected);
});

it.each([
  [
    'KONTOR_PORT',
    '70000',
    'KONTOR_PORT in the environment must be a port number up to 65535 (0 picks a free one); "70000" is not.',
  ],
  ['KONTOR_PORT', '80a', '"80a" is not'],
  [
    'KONTOR_DEMO_PASSWORD',
    'short',
    'KONTOR_DEMO_PASSWORD in the environment must be 12 characters or longer; the given value is not.',
  ],
  ['DATABASE_URL', 'mysql://u:topsecret@h/d', 'the given value is not'],
  ['KONTOR_DOMAINS', 'https://example.com', 'KONTOR_DOMAINS'],
  ['KONTOR_ORIGINS', 'https://example.com/path', 'KONTOR_ORIGINS'],
  ['KONTOR_PUBLIC_URL', 'example.com', 'KONTOR_PUBLIC_URL'],
  ['KONTOR_LOG_LEVEL', 'loud', 'trace, debug, info, warn, error, fatal or silent'],
  ['KONTOR_DEMO', 'perhaps', 'true or false'],
  ['KONTOR_TRUST_PROXY', '11', 'a number of proxies up to 10'],
  ['KONTOR_DB_POOL', '0', 'a whole number from 1 to 500'],
  ['KONTOR_SMTP_NAME', 'mx.example.com:25', 'a host name'],
  ['KONTOR_SMTP_MAX_BYTES', '70000000', 'from 65536 to 66060288'],
  ['KONTOR_AMQP_URL', 'amqp://a:topsecret@mq/vhost', 'the given value is not'],
  ['KONTOR_AMQP_URL', 'amqp://a:b@mq', 'KONTOR_PONG_HOST, KONTOR_PONG_MANAGEMENT_URL, KONTOR_PONG_KEY must be set too'],
  ['KONTOR_PONG_HOST', 'mq.example.com', 'with KONTOR_PONG_HOST set, KONTOR_AMQP_URL'],
  ['KONTOR_S3_ENDPOINT', 'https://s3.example.com', 'with KONTOR_S3_ENDPOINT set, KONTOR_S3_BUCKET must be set too'],
  ['KONTOR_S3_SECRET_KEY', 'x', 'KONTOR_S3_ACCESS_KEY must be set too'],
  ['KONTOR_S3_BUCKET', 'My Bucket', 'the name of a bucket'],
  ['KONTOR_PUSH_RELAY', 'http://push.example.com', 'an address like https://push.example.com'],
  ['KONTOR_PUSH_RELAY', 'https://push.example.com/relay', 'with nothing behind the host'],
  ['KONTOR_APNS_KEY', 'key.p8', 'KONTOR_APNS_KEY_ID, KONTOR_APNS_TEAM, KONTOR_APNS_APPS must be set too'],
  ['KONTOR_FCM_APPS', 'com.example.app', 'KONTOR_FCM_ACCOUNT must be set too'],
  ['KONTOR_APNS_TEAM', 'abcde', 'ten capital letters and digits'],
  ['KONTOR_IOS_APPS', 'com.example.app', 'KONTOR_IOS_APPS'],
  ['KONTOR_ANDROID_APPS', 'com.example.app=AB:CD', 'KONTOR_ANDROID_APPS'],
  ['KONTOR_CONFIG', 'absent.json', 'which does not exist'],
])('refuses %s=%s in a sentence', (name, value, sentence) => {
  expect(() => load({ [name]: value })).toThrow(sentence);
});

describe('the file', () => {
  const withFile = (content: string, env: Record<string, string> = {}) => {
    writeFileSync(join(cwd, 'a.json'), content);
    return load({ KONTOR_CONFIG: 'a.json', ...env });
  };

  it('stands behind the environment', () => {
    const config = withFile('{"KONTOR_PORT": 9001, "KONTOR_DEMO": false, "KONTOR_DOMAINS": ["a.de", "b.de"]}', {
      KONTOR_PORT: '9002',
    });
    expect(config).toMatchObject({ port: 9002, demo: false, domains: ['a.de', 'b.de'] });
  });

  it.each([
    ['{"KONTOR_PROT": 1}', '"KONTOR_PROT", which does not exist'],
    ['{"KONTOR_PORT": "x"}', 'a.json must be a port number'],
    ['{"KONTOR_PORT": {}}', 'must be one JSON object'],
    ['[1]', 'must be one JSON object'],
    ['{', 'cannot be read'],
  ])('refuses %s', (content, sentence) => {
    expect(() => withFile(content)).toThrow(sentence);
  });
});

it('describes every setting', () => {
  const described = describeSettings();
  expect(new Set(described.map(({ name }) => name)).size).toBe(described.length);
  for (const setting of described) expect(Object.values(setting).every(Boolean)).toBe(true);
});

it.each([
  ['forms.example, ERP.example:8443 = Geheimnis-mit-20-Zeichen', 2],
  ['', 0],
])('reads the hosts of the menu in "%s"', (text, count) => {
  const hosts = loadConfig({ env: { KONTOR_MENU_HOSTS: text }, cwd: '/' }).menuHosts;
  expect(hosts.length).toBe(count);
  if (count > 0) expect(hosts[1]).toEqual({ host: 'erp.example:8443', secret: 'Geheimnis-mit-20-Zeichen' });
});

it.each([
  ['KONTOR_MENU_HOSTS', 'erp.example=kurz'],
  ['KONTOR_MENU_HOSTS', 'https://erp.example'],
  ['KONTOR_MENU_SCHEMES', 'javascript'],
])('refuses %s=%s', (name, value) => {
  expect(() => loadConfig({ env: { [name]: value }, cwd: '/' })).toThrow(name);
});
