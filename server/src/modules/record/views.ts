import {
  isOwnTab,
  recordAggregateId,
  type KindTab,
  type FieldDefinition,
  type ModelField,
  type RecordInstance,
  type RecordModel,
  type RecordResult,
} from '@kontor/contract/record';
import type { ReadableKind } from './kinds/readable.ts';
import { referenceText, type References } from './kinds/references.ts';
import { displayNameOf, isMany, isOne, ownFields, shownValue, textOf, valueOf } from './rules.ts';
import type { PersonRow, RecordRow } from './store/records.ts';
import type { Values } from './tables.ts';

/** Fields that a result of a search shows. */
const MAX_SHOWN = 6;
const MAX_SHOWN_TEXT = 200;

export const toInstance = (
  kind: ReadableKind,
  made: { readonly count: number; readonly isLast: boolean },
): RecordInstance => {
  const ownTabs = kind.tabs.filter(({ tab, isShown }) => isShown && isOwnTab(tab));
  return {
    Color: kind.color,
    CountOfIdoCreatedInTheInstanceByTheAuthenticatedUser: made.count,
    ID: kind.kind_id,
    IsTheInstanceWhereAuthenticatedUserCreatedTheLastIdo: made.isLast,
    Name: kind.name,
    columnDefinitionJSON: JSON.stringify(kind.columns),
    fields: kind.fields,
    ...(ownTabs.length === 0 ? {} : { ownTabs: ownTabs.map(({ tab, title }) => ({ tab, title })) }),
  };
};

function toModelField(field: FieldDefinition, values: Values, references: References): ModelField {
  const value = valueOf(field, values);
  if (field.kind === 'reference') {
    const ids = typeof value === 'string' ? [value] : value;
    const found = ids.flatMap((id) => references.get(Number(id)) ?? []);
    const shown = field.isMany === true ? { selectedValues: [...ids] } : { value: textOf(value) };
    return { ...field, ...shown, references: found };
  }
  if (isMany(field)) return { ...field, selectedValues: typeof value === 'string' ? [value] : [...value] };
  const text = textOf(value);
  return isOne(field) ? { ...field, selectedValue: text === '' ? null : text } : { ...field, value: text };
}

/** A tab as it is shown of one record. What stands in an address is put in encoded; nothing but a page of the web is opened. */
function toTab({ tab, title, url }: KindTab, fields: readonly FieldDefinition[], values: Values) {
  if (url === undefined) return { tab, title };
  const filled = url.replace(/\{([A-Za-z0-9]+)\}/g, (_all, key: string) => {
    const field = fields.find((one) => one.key === key);
    return field === undefined ? '' : encodeURIComponent(textOf(valueOf(field, values)));
  });
  return { tab, title, ...(URL.parse(filled)?.protocol === 'https:' ? { url: filled } : {}) };
}

/** A record as it is looked at; null where it was deleted. `masterDataTitle`: what its first tab is called where its kind says nothing. */
export function toModel(
  kind: ReadableKind,
  record: RecordRow,
  persons: readonly PersonRow[],
  about: { readonly mayChange: boolean; readonly references: References; readonly masterDataTitle: string },
): RecordModel['jsonModel'] {
  if (record.deleted_at !== null) return null;
  const { mayChange, references, masterDataTitle } = about;
  const { leftColumn, rightColumn, contactPerson } = kind.fields;
  const column = (fields: readonly FieldDefinition[], values: Values) =>
    fields.map((field) => toModelField(field, values, references));
  return {
    idoId: record.record_id,
    idoInstanceId: kind.kind_id,
    instanceColor: kind.color,
    instanceTitle: kind.name,
    lastKnownChangeTimestamp: record.changed_at,
    masterDataExtJSTabTitle: kind.tabs.find(({ tab }) => tab === 'masterData')?.title || masterDataTitle,
    allowedActions: { save: mayChange, delete: mayChange },
    title: record.title,
    model: {
      leftColumn: column(leftColumn, record.fields),
      rightColumn: column(rightColumn, record.fields),
      contactPersons: persons.map((person) => ({
        kind: 'contactPerson',
        contactPersonId: person.person_id,
        fields: column(contactPerson, person.fields),
      })),
      tabConfiguration: kind.tabs
        .filter(({ isShown }) => isShown)
        .map((tab) => toTab(tab, ownFields(kind.fields), record.fields)),
    },
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

/** The first filled fields as a table in HTML. */
export function tableOf(kind: Pick<ReadableKind, 'fields'>, values: Values, references: References): string {
  const shown = ownFields(kind.fields)
    .map((field) => [field.label, shownValue(field, values) || referenceText(field, values, references)] as const)
    .filter(([, text]) => text !== '')
    .slice(0, MAX_SHOWN);
  const row = ([label, text]: readonly [string, string]) =>
    `<tr><th>${escaped(label)}</th><td>${escaped(text.slice(0, MAX_SHOWN_TEXT).toWellFormed())}</td></tr>`;
  return shown.length === 0 ? '' : `<table>${shown.map(row).join('')}</table>`;
}

/** A record that was looked for, as a person is shown it. */
export const toResult = (
  kind: ReadableKind,
  record: RecordRow,
  {
    userId,
    relevance,
    references,
  }: { readonly userId: number; readonly relevance: number; readonly references: References },
): RecordResult => ({
  aggregateId: recordAggregateId(record.record_id, userId),
  aggregateVersion: record.version,
  idoDisplayName: displayNameOf(record.title, record.subtitle),
  idoId: record.record_id,
  idoTitle: record.title,
  idoTableViewAsHTML: tableOf(kind, record.fields, references),
  instanceColor: kind.color,
  instanceId: kind.kind_id,
  instanceTitle: kind.name,
  relevance,
});
