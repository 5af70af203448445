import { Readable } from 'node:stream';
import type { RowFault } from '@kontor/contract/record';
import { csvHead, csvLine, CSV_TYPE } from '../../../platform/csv.ts';
import { StreamAnswer } from '../../../platform/operation/manifest.ts';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { faultText, fileTexts, leftText, type Language } from './fault-texts.ts';
import { openTable } from './file.ts';
import { ownFields } from '../rules.ts';
import { readKinds } from '../store/kinds.ts';
import { PERSON } from './values.ts';
import { faultyRows, leftRows, type ImportRow } from './store.ts';

const AT_ONCE = 500;

/** `labels`: what fields are called, by the names that imports have for them. Cards have no columns with names of their own. */
const said = (
  language: Language,
  { column, target, why, value }: RowFault,
  { labels, isCards }: { readonly labels: ReadonlyMap<string, string>; readonly isCards: boolean },
): string => {
  const where = column === '' || isCards ? (labels.get(target) ?? (column || target)) : column;
  const what = value === '' ? where : `${where} „${value}“`;
  return `${what} ${faultText(language, why)}`.trim();
};

/** Tables of German spreadsheets, as files that come in mostly are. */
const delimiterOf = (language: Language): string => (language === 'de' ? ';' : ',');

/** The faulty rows of an import as they stand in its file, with the row and the reason behind them. */
export async function errorsFile(ctx: QueryContext, row: ImportRow, language: Language): Promise<StreamAnswer> {
  const { setup } = row;
  const table = setup === null || row.blob_hash === null ? undefined : await openTable(ctx, row, setup);
  const names = (table?.columns ?? []).map(({ column, name }) => (name === '' ? column : name));
  const texts = fileTexts(language);
  const about = { labels: await labelsOf(ctx, row, texts.person), isCards: row.format === 'vcf' };
  async function* lines(): AsyncGenerator<string> {
    const by = delimiterOf(language);
    yield csvHead([...names, texts.row, texts.reason], by);
    for (let after = 0, isMore = true; isMore;) {
      const rows = await faultyRows(ctx.db, row, after, AT_ONCE);
      for (const { row: number, faults, cells } of rows) {
        const reason = faults.map((fault) => said(language, fault, about)).join('; ');
        for (const own of cells) {
          const shown = names.map((_, index) => own[index] ?? '');
          yield csvLine([...shown, String(number), reason], by);
        }
      }
      isMore = rows.length === AT_ONCE;
      after = rows.at(-1)?.row ?? after;
    }
  }
  return csvAnswer(`import-${row.import_id}-${language === 'de' ? 'fehler' : 'errors'}.csv`, lines());
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
export function leftFile({ db }: QueryContext, row: ImportRow, language: Language): StreamAnswer {
  const texts = fileTexts(language);
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

export const csvAnswer = (fileName: string, lines: AsyncIterable<string>): StreamAnswer =>
  new StreamAnswer({ type: CSV_TYPE, fileName, read: () => bytesOf(lines) });

/** Lines as the bytes of a file. */
export const bytesOf = (lines: AsyncIterable<string>): Readable => Readable.from(encoded(lines), { objectMode: false });

async function* encoded(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const line of lines) yield Buffer.from(line);
}
