import * as v from 'valibot';
import { IdSchema } from './primitives.ts';

/**
 * Parameters of a command that writes what a query answers. They are strict, but the answer may be sent back as it came: those of its
 * fields that the command does not write are taken and left out, and its `version` is the `aggregateVersion` of the command.
 */
export function takingAnswer<F extends v.ObjectEntries>(
  fields: F,
  answer: { readonly entries: Readonly<Record<string, unknown>> },
): v.StrictObjectSchema<F, undefined> {
  const own = v.strictObject(fields);
  const beside = new Set(Object.keys(answer.entries).filter((name) => !(name in fields)));
  const withoutBeside = v.pipe(
    v.looseObject({}),
    v.transform((given) => ({
      ...(beside.has('version') && 'aggregateVersion' in fields ? { aggregateVersion: given['version'] } : {}),
      ...Object.fromEntries(Object.entries(given).filter(([name]) => !beside.has(name))),
    })),
    own,
  );
  // Whoever lists the fields of an operation finds those that it writes.
  return Object.assign(withoutBeside, { entries: own.entries }) as unknown as typeof own;
}

/** A number that means something, or what an answer shows of that thing, with the number at `key`. */
export const orItsId = <K extends string>(key: K) =>
  v.union([
    IdSchema,
    v.pipe(
      v.looseObject({ [key]: IdSchema } as Record<K, typeof IdSchema>),
      v.transform((thing) => (thing as Record<K, number>)[key]),
    ),
  ]);
