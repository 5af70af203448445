import * as v from 'valibot';
import { IdSchema, filledText, text } from '../../kernel/index.ts';

/** What is read from records, whichever they are. */
export const RECORDS_KEY = 'records';
/** What is read from one record. */
export const recordKey = (recordId: number): string => `record:${recordId}`;

/** Aggregate id of a record, as the specification writes it: records are no items of lists. */
export const recordAggregateId = (recordId: number, userId: number): string =>
  JSON.stringify({
    moduleName: 'module_ido_mapper',
    entryId: recordId,
    userId,
    sourceContainerId: 0,
    targetContainerId: 0,
  });

export const MAX_FIELDS = 200;
export const MAX_CHOICES = 500;
export const MAX_VALUE = 20_000;
export const MAX_CONTACT_PERSONS = 500;
export const MAX_FORMULA = 2000;
/** Records that one field refers to. */
export const MAX_REFERENCES = 100;

export const ONE_CHOICE = ['singleChoiceSelect', 'singleChoiceRadio'] as const;
export const MANY_CHOICES = ['multiplechoice', 'multiplechoiceTag', 'checkboxgroup'] as const;
export const ACTION_ICONS = ['mail', 'phone', 'print', 'link'] as const;
/** Dates and times as they are kept, whatever they are shown as. */
export const DATE_FORMAT = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
export const TIME_FORMAT = /^([01]\d|2[0-3]):[0-5]\d$/;
/** A number as it is kept. */
export const NUMBER_FORMAT = /^-?\d{1,30}(\.\d{1,20})?$/;
/** A number of a record as it stands in a field that refers to it. */
export const REFERENCE_FORMAT = /^[1-9]\d{0,14}$/;
const OWN_TAB = /^own:[a-z0-9]{1,40}$/;
/** Whether a tab is one of a kind's own. */
export const isOwnTab = (tab: string): boolean => OWN_TAB.test(tab);

/** What stands in a field: a list where more than one can be chosen, else a text; empty where nothing does. */
export const ValueSchema = v.union([text(MAX_VALUE), v.pipe(v.array(filledText(200)), v.maxLength(MAX_CHOICES))]);
export type Value = v.InferOutput<typeof ValueSchema>;

/** What somebody may do with a field. */
export const ACCESS = ['none', 'read', 'write'] as const;
export type Access = (typeof ACCESS)[number];
const AccessSchema = v.picklist(ACCESS);

/** The most that one of a person's groups has, else what `others` have. Administrators write. */
export const FieldRightsSchema = v.object({
  others: AccessSchema,
  groups: v.pipe(v.array(v.object({ groupId: IdSchema, access: AccessSchema })), v.maxLength(100)),
});
export type FieldRights = v.InferOutput<typeof FieldRightsSchema>;

/** What a field begins with in a new record: a value, the day, the name of who makes it, the next free number of the kind. */
export const DEFAULTS = ['today', 'me', 'number'] as const;
const DefaultSchema = v.union([ValueSchema, v.object({ kind: v.picklist(DEFAULTS) })]);
export type FieldDefault = v.InferOutput<typeof DefaultSchema>;

const base = {
  /** Name of the field within its kind: a placeholder of templates is `record.{key}`. */
  key: v.pipe(v.string(), v.regex(/^[a-z][A-Za-z0-9]{0,39}$/)),
  label: filledText(100),
  isRequired: v.optional(v.boolean(), false),
  /** One of those that a record is called by, in their order. */
  isTitle: v.optional(v.boolean(), false),
  /** No two records of the kind have the same value in it. */
  isUnique: v.optional(v.boolean()),
  default: v.optional(DefaultSchema),
  /** Left out: everybody who sees and changes records reads and writes it. Administrators alone are told. */
  rights: v.optional(FieldRightsSchema),
  /** Whoever asks may read it, and not write it. Told by the server, never stored. */
  isReadOnly: v.optional(v.boolean()),
  /** Stands under the field. */
  help: v.optional(text(500)),
  /** One of the kind's own tabs, `own:<name>`; left out: master data. */
  tab: v.optional(v.pipe(v.string(), v.regex(OWN_TAB))),
};
const choices = v.pipe(v.array(filledText(200)), v.minLength(1), v.maxLength(MAX_CHOICES));
const dayTime = v.pipe(v.string(), v.regex(TIME_FORMAT));

/** What a field of a kind is. `multiplechoiceTag` takes words of the writer's own beside its choices. */
export const FieldDefinitionSchema = v.variant('kind', [
  v.object({ ...base, kind: v.picklist([...ONE_CHOICE, 'multiplechoice', 'checkboxgroup']), choices }),
  v.object({ ...base, kind: v.literal('multiplechoiceTag'), choices: v.optional(v.array(filledText(200)), []) }),
  v.object({
    ...base,
    kind: v.literal('textField'),
    /** What stands in it: an address that mail can be sent to, a number to call, something to print, an address to open. */
    actionIcons: v.optional(v.array(v.picklist(ACTION_ICONS)), []),
    /** A number, kept as `NUMBER_FORMAT`. */
    isNumber: v.optional(v.boolean()),
  }),
  v.object({
    ...base,
    kind: v.literal('datefield'),
    format: v.optional(text(20), 'DD.MM.YYYY'),
    width: v.optional(v.number(), 160),
  }),
  v.object({
    ...base,
    kind: v.literal('timefield'),
    /** Minutes. */
    increment: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(720)), 15),
    minValue: v.optional(dayTime, '00:00'),
    maxValue: v.optional(dayTime, '23:59'),
  }),
  v.object({ ...base, kind: v.literal('textarea') }),
  v.object({
    ...base,
    kind: v.literal('reference'),
    /** The kind of the records that stand in it, by their numbers: `'7'`, or `['7', '9']`. */
    idoInstanceId: IdSchema,
    isMany: v.optional(v.boolean()),
  }),
  v.object({
    ...base,
    kind: v.literal('computed'),
    /** Of other fields of the record; nobody writes what comes of it. */
    formula: filledText(MAX_FORMULA),
    result: v.picklist(['text', 'number', 'date']),
    /** Of a number: how many stand behind the point. */
    decimals: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))),
  }),
]);
export type FieldDefinition = v.InferOutput<typeof FieldDefinitionSchema>;
export type FieldKind = FieldDefinition['kind'];

const fields = v.pipe(v.array(FieldDefinitionSchema), v.maxLength(MAX_FIELDS));
/**
 * The fields of a kind: those of its two columns, and those of each contact person. Those that were taken out keep what stands in them,
 * are shown nowhere, and come back with it; administrators alone are told of them.
 */
export const KindFieldsSchema = v.object({
  leftColumn: fields,
  rightColumn: fields,
  contactPerson: fields,
  retired: v.optional(fields),
  retiredOfPersons: v.optional(fields),
});
export type KindFields = v.InferOutput<typeof KindFieldsSchema>;

/** Tabs that the editor of every kind may have; beside them its own, `own:<name>`, with further fields. */
export const TABS = [
  'masterData',
  'activity',
  'relations',
  'document',
  'mailAttachment',
  'changeLog',
  'print',
  'iframe',
] as const;
export const KindTabSchema = v.object({
  tab: v.union([v.picklist(TABS), v.pipe(v.string(), v.regex(OWN_TAB))]),
  /** Empty: as the app calls it. */
  title: text(60),
  isShown: v.boolean(),
  /** Of a frame: what is shown in it. `{key}` stands for what stands in that field. */
  url: v.optional(text(2000)),
});
export type KindTab = v.InferOutput<typeof KindTabSchema>;

/** Columns of lists that are no fields. */
export const RECORD_COLUMNS = ['ID', 'title', 'created', 'changed'] as const;
/** A column of a kind's list. `kind`: that of its field, or the name of one that is no field; told by the server, never stored. */
export const KindColumnSchema = v.object({
  key: v.pipe(v.string(), v.maxLength(40)),
  label: text(100),
  isShown: v.boolean(),
  /** In pixels. */
  width: v.optional(v.pipe(v.number(), v.integer(), v.minValue(40), v.maxValue(1000))),
  kind: v.optional(v.string()),
});
export type KindColumn = v.InferOutput<typeof KindColumnSchema>;

/** A kind of records. The first seven are the specification's; `columnDefinitionJSON` is JSON text: that of a list of `KindColumn`. */
export const RecordInstanceSchema = v.object({
  Color: v.string(),
  CountOfIdoCreatedInTheInstanceByTheAuthenticatedUser: v.number(),
  ID: v.number(),
  IsTheInstanceWhereAuthenticatedUserCreatedTheLastIdo: v.boolean(),
  Name: v.string(),
  columnDefinitionJSON: v.string(),
  fields: KindFieldsSchema,
  /** Those of its own that are shown, in their order; left out where there are none. */
  ownTabs: v.optional(v.array(v.object({ tab: v.string(), title: v.string() }))),
});
export type RecordInstance = v.InferOutput<typeof RecordInstanceSchema>;

/** A record that a field refers to. */
export const ReferenceSchema = v.object({
  idoId: v.number(),
  idoInstanceId: v.number(),
  displayName: v.string(),
  instanceColor: v.string(),
});
export type Reference = v.InferOutput<typeof ReferenceSchema>;

/** A field with what stands in it, as the editor shows it. Of the three values that one is there which the kind of field has. */
export const ModelFieldSchema = v.intersect([
  FieldDefinitionSchema,
  v.object({
    value: v.optional(v.string()),
    selectedValue: v.optional(v.nullable(v.string())),
    selectedValues: v.optional(v.array(v.string())),
    /** The records that it refers to, as far as they are there. */
    references: v.optional(v.array(ReferenceSchema)),
  }),
]);
export type ModelField = v.InferOutput<typeof ModelFieldSchema>;

export const ContactPersonSchema = v.object({
  kind: v.literal('contactPerson'),
  contactPersonId: v.number(),
  fields: v.array(ModelFieldSchema),
});
export type ContactPerson = v.InferOutput<typeof ContactPersonSchema>;

/** A record as it is looked at and edited. `jsonModel` is null for one that was deleted. */
export const RecordSchema = v.object({
  isAnDeletedIdo: v.boolean(),
  isAnFavoriteIdo: v.boolean(),
  /** The record that this one, which was deleted, has become a part of. */
  mergedInto: v.optional(v.object({ idoId: v.number(), idoInstanceId: v.number(), displayName: v.string() })),
  jsonModel: v.nullable(
    v.object({
      idoId: v.number(),
      idoInstanceId: v.number(),
      instanceColor: v.string(),
      instanceTitle: v.string(),
      /** Milliseconds since 1970. */
      lastKnownChangeTimestamp: v.number(),
      masterDataExtJSTabTitle: v.string(),
      allowedActions: v.object({ save: v.boolean(), delete: v.boolean() }),
      title: v.string(),
      model: v.object({
        leftColumn: v.array(ModelFieldSchema),
        rightColumn: v.array(ModelFieldSchema),
        contactPersons: v.array(ContactPersonSchema),
        tabConfiguration: v.array(v.object({ tab: v.string(), title: v.string(), url: v.optional(v.string()) })),
      }),
    }),
  ),
});
export type RecordModel = v.InferOutput<typeof RecordSchema>;

/** A record that was looked for. */
export const RecordResultSchema = v.object({
  aggregateId: v.string(),
  aggregateVersion: v.number(),
  /** What it is called, with what tells it from others of that name. */
  idoDisplayName: v.string(),
  idoId: v.number(),
  idoTitle: v.string(),
  /** Its first filled fields as a table; the texts in it are escaped. */
  idoTableViewAsHTML: v.string(),
  instanceColor: v.string(),
  instanceId: v.number(),
  instanceTitle: v.string(),
  /** From 0 to 100. */
  relevance: v.number(),
});
export type RecordResult = v.InferOutput<typeof RecordResultSchema>;

/**
 * Why an item has to do with a record: somebody linked it, a rule did, an address of it is the record's, or a mail of its thread is
 * linked.
 */
export const LINK_REASONS = ['hand', 'rule', 'address', 'thread'] as const;

/** A record that an item has to do with, or may have to. */
export const LinkSchema = v.object({
  idoId: v.number(),
  idoInstanceId: v.number(),
  displayName: v.string(),
  instanceTitle: v.string(),
  instanceColor: v.string(),
  isSuggested: v.boolean(),
  reason: v.picklist(LINK_REASONS),
  /** Who linked it, the rule's name, the address, or the subject of the mail that is linked. */
  detail: v.string(),
  /** Seconds since 1970; null for a suggestion. */
  at: v.nullable(v.number()),
});
export type Link = v.InferOutput<typeof LinkSchema>;

/** Names a record: its number and that of its kind. */
export const recordParams = { idoId: IdSchema, idoInstanceId: IdSchema };

/** A field, for examples. */
export const exampleName: FieldDefinition = {
  key: 'name',
  label: 'Name',
  kind: 'textField',
  actionIcons: [],
  isRequired: true,
  isTitle: true,
};
