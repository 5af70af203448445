import type { FieldDefinition, KindColumn, KindFields, KindTab, RenamedChoice, Value } from '@kontor/contract/record';
import type { ColumnType, Generated } from 'kysely';
import type { Defaulted, Json } from '../../platform/db/tables.ts';

/** What stands in the fields of a record or of a contact person, by their keys. */
export type Values = Readonly<Record<string, Value>>;

/** What stood in a field and what does instead, as it is kept; `personId` 0: the record's own field. */
export interface FieldDifference {
  readonly key: string;
  readonly personId: number;
  readonly before: Value;
  readonly after: Value;
}

/** A field that has become another one. Records that were written by an older version of the kind still have what it was. */
export interface Conversion {
  readonly key: string;
  readonly ofPersons: boolean;
  /** What it was, and what it has become. */
  readonly from: FieldDefinition;
  readonly to: FieldDefinition;
  /** Key of the field that was taken out, in which what does not fit is kept; null where everything fits. */
  readonly keep: string | null;
  /** Choices that are called otherwise since. */
  readonly renamed?: readonly RenamedChoice[];
  readonly version: number;
}

/** A contact person that was filled up with what its double had. */
export interface FilledPerson {
  readonly personId: number;
  readonly before: Values;
  readonly after: Values;
}
/** A contact person of a record that has become part of another; `into`: the same one there, null where it has come along itself. */
export interface GonePerson {
  readonly personId: number;
  readonly into: number | null;
  readonly place: number;
  readonly values: Values;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    record_kind: {
      instance_id: number;
      kind_id: Generated<number>;
      name: string;
      color: string;
      place: number;
      fields: Json<KindFields>;
      columns: Json<readonly KindColumn[]>;
      version: Defaulted<number>;
      deleted_at: number | null;
      changed_by: number | null;
      changed_at: number | null;
      tabs: ColumnType<readonly KindTab[], string | undefined, string>;
    };
    record: {
      instance_id: number;
      record_id: Generated<number>;
      kind_id: number;
      version: Defaulted<number>;
      title: string;
      subtitle: string;
      fields: Json<Values>;
      created_by: number;
      created_at: number;
      changed_at: number;
      deleted_at: number | null;
      has_cells: Defaulted<boolean>;
      kind_version: Defaulted<number>;
    };
    record_unique: { instance_id: number; kind_id: number; key: string; value: string; record_id: number };
    record_number: { instance_id: number; kind_id: number; key: string; last: number };
    record_following: {
      instance_id: number;
      kind_id: number;
      after: number;
      by_user: number;
      conversions: Json<readonly Conversion[]>;
    };
    record_person: {
      instance_id: number;
      person_id: Generated<number>;
      record_id: number;
      place: number;
      fields: Json<Values>;
    };
    record_removed_person: {
      instance_id: number;
      person_id: number;
      record_id: number;
      place: number;
      fields: Json<Values>;
      removed_at: number;
    };
    record_address: { instance_id: number; address: string; record_id: number; person_id: number; name: string };
    record_cell: {
      instance_id: number;
      kind_id: number;
      key: string;
      record_id: number;
      value: string;
      whole: string | null;
      number: string | null;
    };
    record_count: { instance_id: number; kind_id: number; step_id: Generated<number>; records: number };
    record_phone: {
      instance_id: number;
      number: string;
      record_id: number;
      person_id: number;
      e164: Defaulted<string>;
    };
    activity_record: {
      instance_id: number;
      activity_id: number;
      record_id: number;
      reason: number;
      detail: Defaulted<string>;
      linked_by: Defaulted<number>;
      linked_at: number;
      ts: Date;
      person_id: Defaulted<number>;
    };
    record_change: {
      instance_id: number;
      change_id: Generated<number>;
      record_id: number;
      by_user: number;
      at: number;
      cause: number;
      differences: Json<readonly FieldDifference[]>;
    };
    record_merge: {
      instance_id: number;
      merge_id: Generated<number>;
      kept: number;
      by_user: number;
      at: number;
      parted_at: number | null;
      before: Json<Values>;
      after: Json<Values>;
      persons: Json<readonly FilledPerson[]>;
      followers: Json<Readonly<Record<string, unknown>>>;
    };
    record_merge_gone: {
      instance_id: number;
      merge_id: number;
      record_id: number;
      persons: Json<readonly GonePerson[]>;
    };
    record_merge_link: {
      instance_id: number;
      merge_id: number;
      record_id: number;
      activity_id: number;
      reason: number;
      detail: string;
      linked_by: number;
      linked_at: number;
      person_id: number;
      is_new: boolean;
    };
    record_duplicate: { instance_id: number; one: number; other: number; kind_id: number; why: number };
    record_different: { instance_id: number; one: number; other: number; by_user: number; at: number };
    record_duplicate_search: { instance_id: number; kind_id: number; started_at: number; finished_at: number | null };
    record_dismissed: { instance_id: number; activity_id: number; record_id: number };
  }
}
