import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ALL_COMMANDS, ALL_PROBLEMS, ALL_QUERIES } from './all.ts';

/** Every operation's example against its own schemas. That a server answers it is shown by the server's tests. */
describe.each([...ALL_QUERIES.values(), ...ALL_COMMANDS.values()])(
  '$kind $name',
  ({ params, result, errors, example }) => {
    test('has an example of its own shape', () => {
      expect(v.safeParse(params, example.params).issues).toBeUndefined();
      expect(v.safeParse(result, example.result).issues).toBeUndefined();
    });

    test('fails with what is declared alone', () => {
      expect(errors.filter((code) => !(code in ALL_PROBLEMS))).toEqual([]);
    });

    test('refuses parameters that it does not know', () => {
      expect(v.is(params, { ...(example.params as object), surprise: 1 })).toBe(false);
    });
  },
);
