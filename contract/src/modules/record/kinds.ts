import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand, defineQuery, takingAnswer, text } from '../../kernel/index.ts';
import {
  ACTION_ICONS,
  DEFAULTS,
  FieldRightsSchema,
  KindColumnSchema,
  KindFieldsSchema,
  KindTabSchema,
  MANY_CHOICES,
  MAX_CHOICES,
  MAX_FIELDS,
  ONE_CHOICE,
  RECORDS_KEY,
  ValueSchema,
  exampleName as name,
} from './entities.ts';

/** What is read from the kinds of records. */
export const KINDS_KEY = 'recordKinds';
export const MAX_KINDS = 50;
export const MAX_KIND_NAME = 60;
export const MAX_LABEL = 100;
export const MAX_CHOICE = 200;
export const MAX_TABS = 30;
export const MAX_COLUMNS = MAX_FIELDS + 4;
/** A colour as kinds have it. */
export const KIND_COLOR = /^#[0-9a-fA-F]{6}$/;
/** A key of a field. */
export const FIELD_KEY = /^[a-z][A-Za-z0-9]{0,39}$/;
/** Keys that no field has: lists, templates and searches call something else so. */
export const RESERVED_KEYS = [
  'title',
  'subtitle',
  'kind',
  'created',
  'changed',
  'id',
  'person',
  'contactPerson',
  'true',
  'false',
  'null',
  'this',
  'undefined',
  'prototype',
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
] as const;
/** Kinds of field of which no two records may have the same. */
export const UNIQUE_KINDS = ['textField', 'datefield', 'reference'] as const;
/** Kinds of field that a contact person may not have. */
export const NOT_OF_PERSONS = ['reference', 'computed'] as const;

/** What is wrong with a formula, or with what stands in the fields that it is made of. */
export const FORMULA_FAULTS = [
  'syntax',
  'field',
  'function',
  'arguments',
  'operator',
  'tooDeep',
  'tooLarge',
  'zero',
  'number',
  'date',
  'ring',
] as const;
/** `detail`: the word in question, empty where it is none. `place`: of the first sign in question, from 0; null where it is none. */
const FormulaFaultSchema = v.object({
  why: v.picklist(FORMULA_FAULTS),
  detail: v.string(),
  place: v.nullable(v.number()),
});

/** What a fault is about: the kind's name, its colour, the order of kinds, a field, one of contact persons, a column, a tab. */
export const KIND_PARTS = ['name', 'color', 'order', 'field', 'personField', 'column', 'tab'] as const;
/**
 * Why a kind cannot be kept:
 * `missing` nothing stands there, `tooLong`, `tooMany`, `form` it is not written like that, `taken` another one has it, `reserved` a key
 * that means something else; `choices` there are none, `choiceTaken` one stands there twice; `bounds` it is too little or too much, or
 * the first comes after the last; `reference` there is no such kind of records, `formula` (with `formula`), `titleHidden` not everybody may
 * read what records are called by, `titleKind` no kind of field that records are called by, `group` there is no such group, `default` it
 * does not fit the field, `unique` and `required` no kind of field that can be so, `persons` no kind of field for contact persons;
 * `renamed` a choice that is still one, or that would become none;
 * `ownTab` the kind has no such tab, `column` it has no such field, `url` it is no address that begins with https:// and the name of a
 * server, `placeholder` no field is called so, `list` it is not all of them.
 * `detail` names the property that it is about, where there are several, or the choice, group or placeholder in question.
 */
export const KIND_FAULTS = [
  'missing',
  'tooLong',
  'tooMany',
  'form',
  'taken',
  'reserved',
  'choices',
  'choiceTaken',
  'bounds',
  'reference',
  'formula',
  'titleHidden',
  'titleKind',
  'group',
  'default',
  'unique',
  'required',
  'persons',
  'renamed',
  'ownTab',
  'column',
  'url',
  'placeholder',
  'list',
] as const;
const KindFaultSchema = v.object({
  part: v.picklist(KIND_PARTS),
  /** Of the field, the column or the tab; empty for the rest. */
  key: v.string(),
  /** Which of them it is, from 0: fields are counted through the left column and then the right one. */
  index: v.number(),
  why: v.picklist(KIND_FAULTS),
  detail: v.string(),
  formula: v.optional(FormulaFaultSchema),
});
export type KindFault = v.InferOutput<typeof KindFaultSchema>;

const FIELD_KINDS = [
  ...ONE_CHOICE,
  ...MANY_CHOICES,
  'textField',
  'datefield',
  'timefield',
  'textarea',
  'reference',
  'computed',
] as const;

/** A choice that is called otherwise from now on: records that have it get the new word. */
const RenamedChoiceSchema = v.strictObject({ from: text(1000), to: text(1000) });
export type RenamedChoice = v.InferOutput<typeof RenamedChoiceSchema>;

/**
 * A field as it is given: any `FieldDefinition` is one. What its kind of field does not have is passed over; what is wrong with the rest is
 * told by faults, so that it can be said beside the field.
 */
const GivenFieldSchema = v.strictObject({
  key: text(100),
  label: text(1000),
  kind: v.picklist(FIELD_KINDS),
  isRequired: v.optional(v.boolean()),
  isTitle: v.optional(v.boolean()),
  isUnique: v.optional(v.boolean()),
  isReadOnly: v.optional(v.boolean()),
  default: v.optional(v.union([ValueSchema, v.object({ kind: v.picklist(DEFAULTS) })])),
  rights: v.optional(FieldRightsSchema),
  help: v.optional(text(2000)),
  tab: v.optional(text(100)),
  choices: v.optional(v.pipe(v.array(text(1000)), v.maxLength(MAX_CHOICES * 2))),
  /** Each is a choice that is none any more, with the one that it has become. */
  renamed: v.optional(v.pipe(v.array(RenamedChoiceSchema), v.maxLength(MAX_CHOICES * 2))),
  actionIcons: v.optional(v.array(v.picklist(ACTION_ICONS))),
  isNumber: v.optional(v.boolean()),
  format: v.optional(text(20)),
  width: v.optional(v.number()),
  increment: v.optional(v.number()),
  minValue: v.optional(text(20)),
  maxValue: v.optional(text(20)),
  idoInstanceId: v.optional(v.number()),
  isMany: v.optional(v.boolean()),
  formula: v.optional(text(10_000)),
  result: v.optional(v.picklist(['text', 'number', 'date'])),
  decimals: v.optional(v.number()),
});
export type GivenField = v.InferOutput<typeof GivenFieldSchema>;

const givenFields = v.pipe(v.array(GivenFieldSchema), v.maxLength(MAX_FIELDS * 2));
const GivenKindSchema = v.strictObject({
  /** Null: a new one. */
  idoInstanceId: v.nullable(IdSchema),
  /** The one that the change began from; of a new one, 0. */
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  name: text(1000),
  color: text(100),
  /** A field that is left out is taken out: its values stay, and come back with a field of its key. */
  fields: v.strictObject({ leftColumn: givenFields, rightColumn: givenFields, contactPerson: givenFields }),
  columns: v.pipe(
    v.array(
      v.strictObject({
        key: text(100),
        label: v.optional(text(1000), ''),
        isShown: v.boolean(),
        width: v.optional(v.number()),
        kind: v.optional(v.string()),
      }),
    ),
    v.maxLength(MAX_COLUMNS * 2),
  ),
  tabs: v.pipe(
    v.array(
      v.strictObject({
        tab: text(100),
        title: v.optional(text(1000), ''),
        isShown: v.boolean(),
        url: v.optional(text(5000)),
      }),
    ),
    v.maxLength(MAX_TABS * 2),
  ),
});
export type GivenKind = v.InferOutput<typeof GivenKindSchema>;

/** A kind with all that administrators say of it. */
export const WholeKindSchema = v.object({
  idoInstanceId: v.number(),
  version: v.number(),
  name: v.string(),
  color: v.string(),
  /** With what was taken out, and with rights. */
  fields: KindFieldsSchema,
  columns: v.array(KindColumnSchema),
  tabs: v.array(KindTabSchema),
  /** How many there are. */
  records: v.number(),
  /** How many of them still have to follow the last change of the kind; null where all have. */
  following: v.nullable(v.number()),
  /** Who changed the kind last, and when (seconds since 1970); null where nobody has since that is written down. */
  changed: v.nullable(v.object({ by: v.string(), at: v.number() })),
});
export type WholeKind = v.InferOutput<typeof WholeKindSchema>;

const exampleKind = {
  name: 'Kunden',
  color: '#2f6f4f',
  fields: { leftColumn: [name], rightColumn: [], contactPerson: [name] },
  columns: [{ key: 'name', label: 'Name', isShown: true }],
  tabs: [{ tab: 'masterData', title: '', isShown: true }],
} as const;
const example = {
  ...exampleKind,
  fields: { leftColumn: [name], rightColumn: [], contactPerson: [name] },
  columns: [...exampleKind.columns],
  tabs: [...exampleKind.tabs],
};

/** A whole kind, as it is changed. */
const kind = defineQuery({
  name: 'record.kind',
  params: v.strictObject({ idoInstanceId: IdSchema }),
  result: WholeKindSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => [KINDS_KEY, RECORDS_KEY],
  example: {
    params: { idoInstanceId: 1 },
    result: { ...example, idoInstanceId: 1, version: 1, records: 3, following: null, changed: null },
  },
});

const counted = { key: v.string(), ofPersons: v.boolean(), records: v.number() };
/** What keeping a kind as it is given would do, to the record; `ofPersons`: the field is one of contact persons, whose values are counted. */
export const KindEffectsSchema = v.object({
  faults: v.array(KindFaultSchema),
  /** Fields that become required, and how many lack them: these keep what they have, and need it once they are saved. */
  required: v.array(v.object(counted)),
  /** Fields that become unique, and how many have what another one has: these keep it until they are saved with another value. */
  unique: v.array(v.object(counted)),
  /** Fields whose kind changes: how many have something in them, and of how many not all of it fits. That is kept in a field that is taken out. */
  converted: v.array(v.object({ ...counted, from: v.string(), to: v.string(), lossy: v.number() })),
  /** Fields that are taken out, and how many have something in them. */
  retired: v.array(v.object(counted)),
  /** Fields that come back, and how many have something in them. */
  returned: v.array(v.object(counted)),
  /** Choices that are taken out, and how many have them: these keep them until they are saved with another. */
  choices: v.array(v.object({ ...counted, choice: v.string() })),
  /** Choices that are called otherwise, and how many have them: these get the new word. */
  renamed: v.array(v.object({ ...counted, choice: v.string(), to: v.string() })),
});
export type KindEffects = v.InferOutput<typeof KindEffectsSchema>;

/** What `record.saveKind` would do. Nothing is done. */
const kindEffects = defineQuery({
  name: 'record.kindEffects',
  params: GivenKindSchema,
  result: KindEffectsSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  cached: false,
  cost: 'heavy',
  refreshOn: () => [],
  example: {
    params: { ...example, idoInstanceId: 1, version: 1 },
    result: {
      faults: [],
      required: [],
      unique: [],
      converted: [],
      retired: [{ key: 'fax', ofPersons: false, records: 12 }],
      returned: [],
      choices: [],
      renamed: [],
    },
  },
});

/** What comes of a formula for a record that has these values, or why nothing does. Of contact persons, `fields` are theirs. */
const tryFormula = defineQuery({
  name: 'record.tryFormula',
  params: v.strictObject({
    fields: givenFields,
    formula: text(10_000),
    result: v.picklist(['text', 'number', 'date']),
    decimals: v.optional(v.number()),
    values: v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(100)), ValueSchema),
      v.check((values) => Object.keys(values).length <= MAX_FIELDS, 'TOO_MANY'),
    ),
  }),
  result: v.union([v.object({ value: v.string() }), v.object({ fault: FormulaFaultSchema })]),
  errors: ['RIGHT_MISSING'],
  cached: false,
  refreshOn: () => [],
  example: {
    params: {
      fields: [{ ...name, key: 'net', isNumber: true }],
      formula: 'net * 1.19',
      result: 'number',
      decimals: 2,
      values: { net: '100' },
    },
    result: { value: '119' },
  },
});

/**
 * Makes a kind, or changes it. KIND_INVALID: `data.faults`, as `record.kindEffects` tells them. KIND_CONFLICT: `data` is the kind as it is,
 * with who changed it. Its records follow one after another.
 */
const saveKind = defineCommand({
  name: 'record.saveKind',
  params: takingAnswer(GivenKindSchema.entries, WholeKindSchema),
  result: v.object({ idoInstanceId: v.number(), version: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'KIND_INVALID', 'KIND_CONFLICT'],
  example: { params: { ...example, idoInstanceId: 1, version: 1 }, result: { idoInstanceId: 1, version: 2 } },
});

/** Takes a kind away that has no records. KIND_IN_USE: `data.records` says how many it has, or `data.fields` which refer to it. */
const deleteKind = defineCommand({
  name: 'record.deleteKind',
  params: v.strictObject({ idoInstanceId: IdSchema, version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'KIND_CONFLICT', 'KIND_IN_USE'],
  example: { params: { idoInstanceId: 1, version: 1 }, result: {} },
});

/** Puts all kinds in an order. KIND_INVALID with `list` where they are not all of them. */
const orderKinds = defineCommand({
  name: 'record.orderKinds',
  params: v.strictObject({ idoInstanceIds: v.pipe(v.array(IdSchema), v.maxLength(1000)) }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'KIND_INVALID'],
  example: { params: { idoInstanceIds: [1] }, result: {} },
});

export const kindQueries = { kind, kindEffects, tryFormula } as const;
export const kindCommands = { saveKind, deleteKind, orderKinds } as const;
export const kindProblems = { KIND_INVALID: 422, KIND_CONFLICT: 409, KIND_IN_USE: 409 } as const;
