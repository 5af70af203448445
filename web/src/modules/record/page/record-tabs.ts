import { isOwnTab, type FieldDefinition, type RecordInstance } from '@kontor/contract/record';
import type { Model } from '../fields/values.ts';

/** The tab of the fields that name none of the kind's own. */
export const MASTER_DATA = 'masterData';

/** The tabs of a record of a kind that says nothing of its own. */
const DEFAULTS = [MASTER_DATA, 'activity', 'relations', 'document', 'mailAttachment', 'changeLog', 'print'];

export interface RecordTab {
  readonly key: string;
  readonly label: string;
}

/** Whether a tab is one of fields: they are one form, whichever of them is shown. */
export const isOfFields = (tab: string): boolean => tab === MASTER_DATA || isOwnTab(tab);

/** The tabs of a record, as its kind has them; `ownName`: what one of its own is called that has no name. */
export function tabsOf(
  { model }: Model,
  names: Readonly<Record<string, string>>,
  ownName: string,
): readonly RecordTab[] {
  const { tabConfiguration } = model;
  const given = tabConfiguration.length > 0 ? tabConfiguration : DEFAULTS.map((tab) => ({ tab, title: '' }));
  return given
    .filter(({ tab }) => tab in names || isOfFields(tab))
    .map(({ tab, title }) => ({ key: tab, label: title.trim() || (names[tab] ?? ownName) }));
}

/** Those of the fields that stand in a tab. */
export const fieldsIn = <F extends Pick<FieldDefinition, 'tab'>>(fields: readonly F[], tab: string): readonly F[] =>
  fields.filter((field) => (field.tab ?? MASTER_DATA) === tab);

interface Part {
  readonly tab: string;
  readonly title: string;
  readonly columns: readonly (readonly FieldDefinition[])[];
}

/**
 * The fields of a new record by their tabs, none of which is empty but the first. What stands in a tab that is not shown stands with the master data:
 * it may be required, and could be given nowhere else.
 */
export function partsOf({ fields, ownTabs = [] }: Pick<RecordInstance, 'fields' | 'ownTabs'>): readonly Part[] {
  const known = new Set(ownTabs.map(({ tab }) => tab));
  const both = [fields.leftColumn, fields.rightColumn];
  const tabOf = (field: FieldDefinition): string =>
    field.tab !== undefined && known.has(field.tab) ? field.tab : MASTER_DATA;
  return [{ tab: MASTER_DATA, title: '' }, ...ownTabs]
    .map((one) => ({ ...one, columns: both.map((column) => column.filter((field) => tabOf(field) === one.tab)) }))
    .filter(({ tab, columns }) => tab === MASTER_DATA || columns.some((column) => column.length > 0));
}
