import type { ImportReading } from '@kontor/contract/kernel';
import type { ImportSetup } from '@kontor/contract/record';
import { beginningOf } from '../../../platform/import-file/index.ts';
import type { QueryContext } from '../../../platform/operation/context.ts';
import type { WritableKind } from './access.ts';
import { openTable, readingOf } from './file.ts';
import { guessDates, guessDecimal, guessKeys, guessTargets } from './guessing.ts';
import type { ImportRow } from './store.ts';

/** The beginning of a file with all that is guessed of it. */
export async function previewOf(
  ctx: QueryContext,
  row: ImportRow,
  { kind }: WritableKind,
  said: { readonly [K in keyof ImportReading]?: ImportReading[K] | undefined },
) {
  const reading = await readingOf(ctx, row, said);
  const { seen, shown } = await beginningOf(await openTable(ctx, row, reading));
  const targets = guessTargets(seen, kind, row.format);
  const all = seen.flatMap(({ values }) => values);
  const setup: ImportSetup = {
    ...reading,
    targets,
    constants: {},
    dates: guessDates(all, reading.delimiter),
    decimal: guessDecimal(all, reading.delimiter),
    unknownChoices: 'tag',
    keys: guessKeys(kind.fields, Object.values(targets)),
    duplicates: 'skip',
  };
  return { setup, ...shown };
}
