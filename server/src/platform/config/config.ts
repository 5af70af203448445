import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { StartError } from '../start-error.ts';
import { checkPushKeys } from './push-settings.ts';
import { checkTogether } from './scale-settings.ts';
import { type Config, finish, type Known, type Setting, settings } from './settings.ts';

export type { Config } from './settings.ts';

interface Sources {
  /** Usually `process.env`; an empty value counts as unset. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start from. */
  readonly cwd: string;
}

const all: readonly (readonly [string, Setting<unknown>])[] = Object.entries(settings);
const names = new Set(all.map(([, { name }]) => name));
const fileSchema = v.record(
  v.string(),
  v.union([v.string(), v.number(), v.boolean(), v.pipe(v.array(v.string()), v.minLength(1))]),
);

/**
 * Reads all settings from the environment, then from the file that `KONTOR_CONFIG` names, else from `kontor.config.json`
 * in `cwd` if there is one. Throws a StartError whose message is one sentence that names the setting and what is allowed.
 */
export function loadConfig({ env, cwd }: Sources): Config {
  const config = readSettings(settings, readFile(env['KONTOR_CONFIG'] || undefined, cwd), { env, cwd }) as Config;
  checkTogether(config);
  checkPushKeys(config);
  return finish(config, cwd);
}

/** Reads the settings of a table from the environment, then from a file. Throws a StartError. */
export function readSettings(
  table: Readonly<Record<string, Setting<unknown>>>,
  file: { readonly path: string; readonly values: Readonly<Record<string, string>> },
  { env, cwd }: Sources,
): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(table)) {
    const given = env[setting.name] || file.values[setting.name];
    const origin = env[setting.name] ? 'the environment' : file.path;
    config[key] = given === undefined ? setting.fallback({ cwd, ...config } as Known) : parse(setting, given, origin);
  }
  return config;
}

/** Every setting as text, for the documentation and `kontor settings`. */
export function describeSettings() {
  return all.map(([, { name, description, allowed, default: defaultValue }]) => ({
    name,
    description,
    allowed,
    default: defaultValue,
  }));
}

/** The values in force as text, by name. Those of secrets are hidden. */
export function valuesInForce(config: Config): Readonly<Record<string, string>> {
  return Object.fromEntries(
    all.map(([key, { name, secret }]) => {
      const values = [config[key as keyof Config] ?? []].flat();
      return [name, secret ? (values.length === 0 ? '' : '(set)') : values.map(String).join(', ')];
    }),
  );
}

function parse(setting: Setting<unknown>, given: string, origin: string): unknown {
  const result = v.safeParse(setting.parse, given.trim());
  if (result.success) return result.output;
  const value = setting.secret ? 'the given value is not' : `"${given}" is not`;
  throw new StartError(`${setting.name} in ${origin} must be ${setting.allowed}; ${value}.`);
}

function readFile(named: string | undefined, cwd: string): { path: string; values: Record<string, string> } {
  const path = resolve(cwd, named ?? 'kontor.config.json');
  if (!existsSync(path)) {
    if (named) throw new StartError(`KONTOR_CONFIG names the file ${path}, which does not exist.`);
    return { path, values: {} };
  }
  const json = readJson(path);
  const result = v.safeParse(fileSchema, json);
  // valibot takes an array for a record.
  if (!result.success || Array.isArray(json)) {
    throw new StartError(
      `The settings in ${path} must be one JSON object of names with texts, numbers, true or false.`,
    );
  }
  for (const name of Object.keys(result.output)) {
    if (names.has(name)) continue;
    throw new StartError(
      `${path} has the setting "${name}", which does not exist; the settings are ${[...names].join(', ')}.`,
    );
  }
  return {
    path,
    values: Object.fromEntries(Object.entries(result.output).map(([name, value]) => [name, String(value)])),
  };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new StartError(`The settings in ${path} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}
