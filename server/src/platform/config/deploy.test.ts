import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { describeSettings, loadConfig } from './config.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const DEPLOY = join(ROOT, 'deploy');
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');
const CHART = 'helm/kontor';
const templates = globSync(`${CHART}/templates/*.yaml`, { cwd: DEPLOY });
const known = new Set(describeSettings().map(({ name }) => name));

type Tree = { readonly [key: string]: Tree | string | number | boolean };

/** A chart's template with its actions left out, or filled by the chart's own values: as much of Helm as our templates use. */
function render(template: string, values: Tree): string {
  const valueOf = (path: string) =>
    path
      .split('.')
      .reduce<Tree | string | number | boolean | undefined>((at, key) => (at as Tree | undefined)?.[key], values);
  return template
    .replaceAll(
      /^[ ]*\{\{- range \$name, \$value := \.Values\.settings \}\}\n([\s\S]*?)^[ ]*\{\{- end \}\}\n/gm,
      (_all, body: string) =>
        Object.entries(values['settings'] as Tree)
          .map(([name, value]) =>
            body.replaceAll('{{ $name }}', name).replaceAll('{{ $value | quote }}', JSON.stringify(value)),
          )
          .join(''),
    )
    .replaceAll(/^[ ]*\{\{- (?:if [^}]*|end) \}\}\n?/gm, '')
    .replaceAll(
      /^([ ]*)\{\{- toYaml \.Values\.([\w.]+) \| nindent \d+ \}\}/gm,
      (_all, indent: string, path: string) => `${indent}${JSON.stringify(valueOf(path))}`,
    )
    .replaceAll(/\{\{ \.Values\.([\w.]+) \}\}/g, (_all, path: string) =>
      JSON.stringify(valueOf(path)).replaceAll('"', ''),
    )
    .replaceAll('{{ .Release.Name }}', 'kontor');
}

describe('the chart', () => {
  const values = parse(read(`${CHART}/values.yaml`)) as Tree;

  it.each(templates)('%s names values that there are, and comes out as YAML with nothing left to fill in', (path) => {
    const text = render(read(path), values);
    expect(text).not.toMatch(/\{\{|undefined/);
    for (const document of parseAllDocuments(text)) {
      expect(document.errors).toEqual([]);
      expect(document.toJS()).toMatchObject({
        apiVersion: expect.any(String),
        kind: expect.any(String),
        metadata: { name: 'kontor' },
      });
    }
  });

  it('starts a server with settings that it takes', () => {
    const text = render(read(`${CHART}/templates/deployment.yaml`), values);
    const { spec } = parse(text) as {
      spec: { template: { spec: { containers: { env: { name: string; value: string }[] }[] } } };
    };
    const env = Object.fromEntries(
      (spec.template.spec.containers[0]?.env ?? []).map(({ name, value }) => [name, value]),
    );
    const secrets = {
      DATABASE_URL: 'postgres://a:b@c/d',
      KONTOR_AMQP_URL: 'amqp://a:b@c',
      KONTOR_PONG_MANAGEMENT_URL: 'https://c:15672',
    };
    const config = loadConfig({ env: { ...env, ...secrets }, cwd: '/' });
    expect(config).toMatchObject({
      trustedProxies: 1,
      pongPort: 443,
      keyFile: '/run/kontor/kontor.key',
      s3PathStyle: true,
    });
  });
});

it('has a compose file whose services and secrets are all there, with settings that a server takes', () => {
  interface Service {
    readonly environment?: Record<string, string>;
    readonly secrets?: readonly string[];
    readonly depends_on?: Record<string, unknown>;
  }
  const file = parse(read('compose.yaml')) as { services: Record<string, Service>; secrets: Record<string, unknown> };
  for (const { secrets = [], depends_on: needed = {} } of Object.values(file.services)) {
    for (const name of secrets) expect(Object.keys(file.secrets)).toContain(name);
    for (const name of Object.keys(needed)) expect(Object.keys(file.services)).toContain(name);
  }
  const env = Object.entries(file.services['kontor']?.environment ?? {}).map(([name, value]) => {
    const filled = value
      .replace(/\$\{S3_ENDPOINT[^}]*\}/, 'https://s3.example.com')
      .replace(/\$\{S3_REGION[^}]*\}/, 'eu-1');
    return [name, filled.replace(/\$\{DOMAIN[^}]*\}/, 'example.com').replaceAll(/\$\{[^}]*\}/g, 'secret')];
  });
  const config = loadConfig({ env: Object.fromEntries(env) as Record<string, string>, cwd: '/' });
  expect(config).toMatchObject({ pongHost: 'mq.example.com', domains: ['example.com'], s3Bucket: 'kontor' });
});

it('lets the balancer of the compose file look for processes by the names that compose gives them', () => {
  const { name } = parse(read('compose.yaml')) as { name: string };
  const upstreams = read('caddy/Caddyfile').match(/\S+(?=:8080)/g) ?? [];
  expect(upstreams).toEqual(upstreams.map((_, index) => `${name}-kontor-${index + 1}`));
  expect(upstreams.length).toBeGreaterThanOrEqual(3);
});

it('gives each stage of the image the library that its Node wants and slim images lack', () => {
  const stages = read('Containerfile')
    .split(/^FROM /m)
    .slice(1);
  expect(stages.map((stage) => /apt-get install .*\blibatomic1\b/.test(stage))).toEqual([true, true]);
});

test.each(
  globSync('**/*', { cwd: DEPLOY, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name)),
)('%s names no setting that there is not', (path) => {
  const names = readFileSync(path, 'utf8').match(/\bKONTOR_[A-Z0-9_]+/g) ?? [];
  // A variable of the balancer's own. The relay has settings of its own: see server/src/relay/rules.test.ts.
  const own = path.endsWith('kontor-relay.service') ? /^KONTOR_RELAY_/ : /^KONTOR_DOMAIN$/;
  expect(names.filter((name) => !known.has(name) && !own.test(name))).toEqual([]);
});
