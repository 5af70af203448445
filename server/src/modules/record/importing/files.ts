import { csvHead, csvLine } from '../../../platform/csv.ts';
import {
  csvAnswer,
  delimiterOf,
  faultyRowsAnswer,
  rowTexts,
  type FaultyRow,
  type FileLanguage,
} from '../../../platform/import-file/index.ts';
import type { StreamAnswer } from '../../../platform/operation/manifest.ts';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { fileTexts, leftText } from './fault-texts.ts';
import { openTable } from './file.ts';
import { ownFields } from '../rules.ts';
import { readKinds } from '../store/kinds.ts';
import { PERSON } from './values.ts';
import { faultyRows, leftRows, type ImportRow } from './store.ts';

const AT_ONCE = 500;

/** The faulty rows of an import as they stand in its file, with the row and the reason behind them. */
export async function errorsFile(ctx: QueryContext, row: ImportRow, language: FileLanguage): Promise<StreamAnswer> {
  const { setup } = row;
  const table = setup === null || row.blob_hash === null ? undefined : await openTable(ctx, row, setup);
  async function* rows(): AsyncGenerator<FaultyRow> {
    for (let after = 0, isMore = true; isMore;) {
      const some = await faultyRows(ctx.db, row, after, AT_ONCE);
      yield* some;
      isMore = some.length === AT_ONCE;
      after = some.at(-1)?.row ?? after;
    }
  }
  return faultyRowsAnswer(rows(), {
    fileName: `import-${row.import_id}-${language === 'de' ? 'fehler' : 'errors'}.csv`,
    language,
    names: (table?.columns ?? []).map(({ column, name }) => (name === '' ? column : name)),
    labels: await labelsOf(ctx, row, fileTexts(language).person),
    isCards: row.format === 'vcf',
  });
}

/** What the fields of an import's kind are called; those of contact persons after them. */
async function labelsOf({ db, instance }: QueryContext, row: ImportRow, person: string): Promise<Map<string, string>> {
  const [kind] = await readKinds(db, instance.id, [row.kind_id]);
  if (kind === undefined) return new Map();
  return new Map([
    ...ownFields(kind.fields).map(({ key, label }) => [key, label] as const),
    ...kind.fields.contactPerson.map(({ key, label }) => [`${PERSON}${key}`, `${person}: ${label}`] as const),
  ]);
}

/** What an undo has left, and why. */
export function leftFile({ db }: QueryContext, row: ImportRow, language: FileLanguage): StreamAnswer {
  const texts = { ...rowTexts(language), ...fileTexts(language) };
  async function* lines(): AsyncGenerator<string> {
    const by = delimiterOf(language);
    yield csvHead([texts.row, texts.record, texts.name, texts.reason], by);
    for (let after = 0, isMore = true; isMore;) {
      const rows = await leftRows(db, row, after, AT_ONCE);
      for (const { row: number, record_id, title, undone } of rows)
        yield csvLine([String(number), String(record_id), title, leftText(language, undone)], by);
      isMore = rows.length === AT_ONCE;
      after = rows.at(-1)?.row ?? after;
    }
  }
  return csvAnswer(`import-${row.import_id}-${language === 'de' ? 'geblieben' : 'left'}.csv`, lines());
}
