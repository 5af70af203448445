import { describe, expect, test } from 'vitest';
import { ALL_COMMANDS, ALL_QUERIES } from './all.ts';
import type { Schema } from './kernel/index.ts';

/** Fields that are called so hold what nobody may read later, in parameters and in answers. */
const SECRET = /password|passphrase|secret|token|backupcodes|^code$|^link$|^pin$/i;
/** Called so, and none: where tokens come from, and the number of a password. */
const NO_SECRETS = new Set(['tokenUrl', 'appPasswordId']);

interface Inner {
  readonly entries?: Record<string, Schema>;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly value?: Schema;
  readonly items?: readonly Schema[];
  readonly options?: readonly unknown[];
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && 'kind' in value;

/** The names of all fields of a schema, at any depth. */
function fieldsIn(schema: Schema): string[] {
  const { entries = {}, wrapped, item, value, items = [], options = [] } = schema as Schema & Inner;
  const inner = [...Object.values(entries), wrapped, item, value, ...items, ...options].filter(isSchema);
  return [...Object.keys(entries), ...inner.flatMap(fieldsIn)];
}

const secretsIn = (schema: Schema): string[] =>
  fieldsIn(schema).filter((name) => SECRET.test(name) && !NO_SECRETS.has(name));

describe('what holds a secret says so', () => {
  test.each([...ALL_COMMANDS.values()].map((command) => [command.name, command] as const))('%s', (_name, command) => {
    const { params, result, secret } = command;
    if (secretsIn(result).length > 0) expect(secret, secretsIn(result).join(', ')).toBe(true);
    else if (secretsIn(params).length > 0) expect(secret, secretsIn(params).join(', ')).not.toBe(false);
  });

  // Queries are asked for in an address, which logs keep, unless no cache may have them.
  test.each([...ALL_QUERIES.values()].map((query) => [query.name, query] as const))('%s', (_name, query) => {
    const secrets = secretsIn(query.params);
    if (secrets.length > 0) expect(query.cached, secrets.join(', ')).toBe(false);
  });

  test('and is found wherever it stands', () => {
    const found = (name: string): string[] => [
      ...new Set(secretsIn((ALL_COMMANDS.get(name) ?? expect.fail(`no command ${name}`)).params)),
    ];
    expect(found('mail.addAccount')).toEqual(['password', 'clientSecret', 'refreshToken']);
    expect(found('account.confirmTwoFactor')).toEqual(['code']);
    expect(found('account.setUnlocked')).toEqual([]);
  });
});
