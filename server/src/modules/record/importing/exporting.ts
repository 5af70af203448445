import type { FieldDefinition, exportRecords } from '@kontor/contract/record';
import { csvHead, csvLine } from '../../../platform/csv.ts';
import { FIELD_LINE, KEY_PARAMETER, PERSON_LINE, bytesOf, csvAnswer } from '../../../platform/import-file/index.ts';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { StreamAnswer, type QueryHandler } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { cardLine } from '../../../platform/vcard.ts';
import { requireRecords } from '../access.ts';
import { isMany, nameIn, ownFields, textOf, valueOf } from '../rules.ts';
import { requireColumns } from '../lists/conditions.ts';
import { askable, isSearched, readSearchParams, wantedOf } from '../lists/queries.ts';
import { readableKinds, type ReadableKind } from '../kinds/readable.ts';
import type { Values } from '../tables.ts';
import { fileTexts } from './fault-texts.ts';
import { idsOf, recordsOf, type WholeRecord } from './export-store.ts';

/**
 * Returns the text of a cell, in a form that an import reads back. Several words are joined by commas; if one of them has a comma, each is
 * a line of its own.
 */
function cellOf(field: FieldDefinition, values: Values): string {
  const value = valueOf(field, values);
  if (typeof value === 'string' || !isMany(field)) return textOf(value);
  return value.some((word) => /[,;|]/.test(word)) ? value.map((word) => `${word}\n`).join('') : value.join(', ');
}

export const exportFile: QueryHandler<typeof exportRecords> = async (
  ctx,
  { idoInstanceId, format, columns, delimiter, idoIds, ...searchParams },
) => {
  requireRecords(ctx);
  const [kind] = await readableKinds(ctx, [idoInstanceId]);
  if (kind === undefined) return fail('NOT_FOUND');
  const name = `${kind.name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '_')}-${new Date(ctx.now()).toISOString().slice(0, 10)}`;
  const search = readSearchParams(searchParams, ctx.instance);
  requireColumns([askable(kind)], search.conditions);
  const found = isSearched(search) ? await idsOf(ctx.db, wantedOf(ctx, [kind], search)) : undefined;
  const among = found === undefined ? undefined : new Set(found);
  const named = idoIds.length === 0 ? found : idoIds.filter((id) => among?.has(id) !== false);
  const records = () => recordsOf(ctx, kind, named);
  if (format === 'csv') return csvAnswer(`${name}.csv`, tableOf(kind, records(), { columns, delimiter }));
  return new StreamAnswer({
    type: 'text/vcard; charset=utf-8',
    fileName: `${name}.vcf`,
    read: () => bytesOf(cardsOf(kind, records(), ctx)),
  });
};

type Records = AsyncIterable<readonly WholeRecord[]>;

/** A row for each record, or for each contact person of it. */
async function* tableOf(
  kind: ReadableKind,
  records: Records,
  { columns, delimiter }: { readonly columns: readonly string[]; readonly delimiter: ';' | ',' },
): AsyncGenerator<string> {
  const all = ownFields(kind.fields);
  const own = columns.length === 0 ? all : columns.flatMap((key) => all.find((field) => field.key === key) ?? []);
  const hasPersons = columns.length === 0;
  const ofPersons = hasPersons ? kind.fields.contactPerson : [];
  const { person } = fileTexts(delimiter === ';' ? 'de' : 'en');
  yield csvHead(
    ['ID', ...own.map(({ label }) => label), ...ofPersons.map(({ label }) => `${person}: ${label}`)],
    delimiter,
  );
  for await (const some of records)
    for (const { recordId, values, persons } of some) {
      const cells = [String(recordId), ...own.map((field) => cellOf(field, values))];
      const shown = hasPersons && persons.length > 0 ? persons : [{}];
      for (const one of shown) yield csvLine([...cells, ...ofPersons.map((field) => cellOf(field, one))], delimiter);
    }
}

/** Properties of cards by the key of a field. Addresses and numbers are found by the type of the field. */
const PROPERTIES: Readonly<Record<string, string>> = {
  function: 'TITLE',
  website: 'URL',
  notes: 'NOTE',
  birthday: 'BDAY',
};
const ADDRESS = ['street', 'city', 'region', 'zip', 'country'] as const;

const splitOf = (text: string): string[] =>
  text
    .split(/[,;\r\n]+/)
    .map((part) => part.trim())
    .filter(Boolean);

/** What every program understands of some fields. */
function plainLines(fields: readonly FieldDefinition[], values: Values, name: string): string {
  const has = (key: string): boolean => fields.some((field) => field.key === key);
  // What whoever asks may not read is in no other line either.
  const at = (key: string): string => textOf(has(key) && Object.hasOwn(values, key) ? values[key] : '');
  const lines = [cardLine('FN', name)];
  if (has('lastName')) lines.push(cardLine('N', [at('lastName'), at('firstName'), '', '', '']));
  if (at('company') !== '') lines.push(cardLine('ORG', [at('company')]));
  for (const field of fields) {
    if (field.kind !== 'textField') continue;
    const words = splitOf(at(field.key));
    if (field.actionIcons.includes('mail')) lines.push(...words.map((word) => cardLine('EMAIL', word)));
    if (field.actionIcons.includes('phone'))
      lines.push(...words.map((word) => cardLine('TEL', word, { TYPE: field.key === 'mobile' ? 'cell' : 'work' })));
  }
  for (const [key, property] of Object.entries(PROPERTIES)) if (at(key) !== '') lines.push(cardLine(property, at(key)));
  const address = ADDRESS.map((key) => (has(key) ? at(key) : ''));
  if (address.some(Boolean)) lines.push(cardLine('ADR', ['', '', ...address]));
  return lines.join('');
}

/** All fields, as they are read again. */
const fieldLines = (fields: readonly FieldDefinition[], values: Values): string =>
  fields
    .flatMap((field) => {
      const cell = cellOf(field, values);
      return cell === '' ? [] : cardLine(FIELD_LINE, cell, { [KEY_PARAMETER]: field.key });
    })
    .join('');

const card = (lines: string): string => `BEGIN:VCARD\r\nVERSION:4.0\r\n${lines}END:VCARD\r\n`;

async function* cardsOf(kind: ReadableKind, records: Records, { instance }: QueryContext): AsyncGenerator<string> {
  const own = ownFields(kind.fields);
  const { contactPerson } = kind.fields;
  for await (const some of records)
    for (const { recordId, title, values, persons } of some) {
      const uid = `urn:kontor:${instance.name}:${recordId}`;
      const isCompany = contactPerson.length > 0;
      const company = isCompany ? cardLine('KIND', 'org') + cardLine('ORG', [title]) : '';
      yield card(`${cardLine('UID', uid)}${company}${plainLines(own, values, title)}${fieldLines(own, values)}`);
      for (const person of persons) {
        const name = nameIn(contactPerson, person) || title;
        const head = `${cardLine(PERSON_LINE, uid)}${cardLine('ORG', [title])}`;
        yield card(`${head}${plainLines(contactPerson, person, name)}${fieldLines(contactPerson, person)}`);
      }
    }
}
