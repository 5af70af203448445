import {
  recordAggregateId,
  type FieldDefinition,
  type ModelField,
  type RecordInstance,
  type RecordModel,
  type RecordResult,
} from '@kontor/contract/record';
import { displayNameOf, isMany, isOne, ownFields, shownValue, textOf, valueOf } from './rules.ts';
import type { KindRow } from './store/kinds.ts';
import type { PersonRow, RecordRow } from './store/records.ts';
import type { Values } from './tables.ts';

/** Fields that a result of a search shows. */
const MOST_SHOWN = 6;
const MOST_SHOWN_TEXT = 200;

export const toInstance = (
  kind: KindRow,
  made: { readonly count: number; readonly isLast: boolean },
): RecordInstance => ({
  Color: kind.color,
  CountOfIdoCreatedInTheInstanceByTheAuthenticatedUser: made.count,
  ID: kind.kind_id,
  IsTheInstanceWhereAuthenticatedUserCreatedTheLastIdo: made.isLast,
  Name: kind.name,
  columnDefinitionJSON: JSON.stringify(kind.columns),
  fields: kind.fields,
});

function toModelField(field: FieldDefinition, values: Values): ModelField {
  const value = valueOf(field, values);
  if (isMany(field)) return { ...field, selectedValues: typeof value === 'string' ? [value] : [...value] };
  const text = textOf(value);
  return isOne(field) ? { ...field, selectedValue: text === '' ? null : text } : { ...field, value: text };
}

/** A record as it is looked at; null where it was deleted. */
export function toModel(
  kind: KindRow,
  record: RecordRow,
  persons: readonly PersonRow[],
  mayChange: boolean,
): RecordModel['jsonModel'] {
  if (record.deleted_at !== null) return null;
  const { leftColumn, rightColumn, contactPerson } = kind.fields;
  const column = (fields: readonly FieldDefinition[], values: Values) =>
    fields.map((field) => toModelField(field, values));
  return {
    idoId: record.record_id,
    idoInstanceId: kind.kind_id,
    instanceColor: kind.color,
    instanceTitle: kind.name,
    lastKnownChangeTimestamp: record.changed_at,
    masterDataExtJSTabTitle: '',
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
      tabConfiguration: [],
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
export function tableOf(kind: KindRow, values: Values): string {
  const shown = ownFields(kind.fields)
    .map((field) => [field.label, shownValue(field, values)] as const)
    .filter(([, text]) => text !== '')
    .slice(0, MOST_SHOWN);
  const row = ([label, text]: readonly [string, string]) =>
    `<tr><th>${escaped(label)}</th><td>${escaped(text.slice(0, MOST_SHOWN_TEXT).toWellFormed())}</td></tr>`;
  return shown.length === 0 ? '' : `<table>${shown.map(row).join('')}</table>`;
}

/** A record that was looked for, as a person is shown it. */
export const toResult = (kind: KindRow, record: RecordRow, userId: number, relevance: number): RecordResult => ({
  aggregateId: recordAggregateId(record.record_id, userId),
  aggregateVersion: record.version,
  idoDisplayName: displayNameOf(record.title, record.subtitle),
  idoId: record.record_id,
  idoTitle: record.title,
  idoTableViewAsHTML: tableOf(kind, record.fields),
  instanceColor: kind.color,
  instanceId: kind.kind_id,
  instanceTitle: kind.name,
  relevance,
});
