import {
  RECORD_COLUMNS,
  TABS,
  type FieldDefinition,
  type GivenKind,
  type KindColumn,
  type KindFields,
  type KindTab,
  type RenamedChoice,
  type WholeKind,
} from '@kontor/contract/record';

/** Where a field stands: in one of the two columns, in each contact person, or taken out of either. */
export const LISTS = ['left', 'right', 'persons', 'retired', 'retiredOfPersons'] as const;
export type ListName = (typeof LISTS)[number];
/** Those that are shown. */
export type ShownList = 'left' | 'right' | 'persons';

/** A field that is designed. `id` stays, whatever its key becomes. */
export interface DesignField {
  readonly id: string;
  /** Records have values under its key: it does not change any more. */
  readonly isStored: boolean;
  /** Its key was written by hand, and does not follow the label. */
  readonly hasOwnKey: boolean;
  readonly field: FieldDefinition;
  /** Its choices as they are stored. */
  readonly was?: readonly string[];
  /** Of these, what they are called now; those that are neither here nor choices are taken out. */
  readonly renamed?: readonly RenamedChoice[];
}

/** A kind of records that is designed. All tabs and columns that there can be stand in `tabs` and `columns`, shown or not. */
export interface Design {
  readonly name: string;
  readonly color: string;
  readonly lists: Readonly<Record<ListName, readonly DesignField[]>>;
  readonly columns: readonly KindColumn[];
  readonly tabs: readonly KindTab[];
}

/** Tabs of a kind that says nothing of its own: all but the frame, which has no address yet. */
const DEFAULT_TABS: readonly KindTab[] = TABS.map((tab) => ({ tab, title: '', isShown: tab !== 'iframe' }));

/** Of columns of lists, in pixels. */
export const MIN_WIDTH = 40;
export const MAX_WIDTH = 1000;

export const isOfPersons = (list: ListName): boolean => list === 'persons' || list === 'retiredOfPersons';

/** What a field that is stored is told apart by. */
export const storedId = (list: ListName, key: string): string => `${isOfPersons(list) ? 'person ' : ''}${key}`;

const stored = (fields: readonly FieldDefinition[] | undefined, list: ListName): readonly DesignField[] =>
  (fields ?? []).map((field) => ({
    id: storedId(list, field.key),
    isStored: true,
    hasOwnKey: true,
    field,
    ...('choices' in field ? { was: field.choices } : {}),
  }));

/** What is made of each list. */
export const eachList = (make: (list: ListName) => readonly DesignField[]): Design['lists'] => ({
  left: make('left'),
  right: make('right'),
  persons: make('persons'),
  retired: make('retired'),
  retiredOfPersons: make('retiredOfPersons'),
});

/** A kind that is there, to be designed further. */
export function designOf({ name, color, fields, columns, tabs }: WholeKind): Design {
  const lists = {
    left: stored(fields.leftColumn, 'left'),
    right: stored(fields.rightColumn, 'right'),
    persons: stored(fields.contactPerson, 'persons'),
    retired: stored(fields.retired, 'retired'),
    retiredOfPersons: stored(fields.retiredOfPersons, 'retiredOfPersons'),
  };
  const known = tabs.length === 0 ? DEFAULT_TABS : tabs;
  const missing = DEFAULT_TABS.filter(({ tab }) => !known.some((one) => one.tab === tab));
  return withColumns({
    name,
    color,
    lists,
    columns,
    tabs: [...known, ...missing.map((tab) => ({ ...tab, isShown: false }))],
  });
}

/** A kind that is begun: it has a name to call its records by. */
export const newDesign = (nameLabel: string, color: string): Design =>
  withColumns({
    name: '',
    color,
    lists: {
      left: [
        {
          id: 'new 0',
          isStored: false,
          hasOwnKey: true,
          field: {
            key: 'name',
            label: nameLabel,
            kind: 'textField',
            actionIcons: [],
            isRequired: true,
            isTitle: true,
          },
        },
      ],
      right: [],
      persons: [],
      retired: [],
      retiredOfPersons: [],
    },
    columns: [{ key: 'name', label: nameLabel, isShown: true }],
    tabs: DEFAULT_TABS,
  });

/** The fields of the record itself, through the left column and then the right one. */
export const ownFields = ({ lists }: Design): readonly DesignField[] => [...lists.left, ...lists.right];

/** Columns with one for each field, and for what every record has, called as the fields are. */
export function withColumns(design: Design): Design {
  const fields = new Map(ownFields(design).map(({ field }) => [field.key, field.label]));
  const own = RECORD_COLUMNS.filter((key) => !fields.has(key));
  const known = design.columns.filter(({ key }) => fields.has(key) || own.some((one) => one === key));
  const missing = [...fields.keys(), ...own].filter((key) => !known.some((one) => one.key === key));
  const added = missing.map((key) => ({ key, label: '', isShown: key === 'ID' }));
  // Lists show the number first where a kind says nothing of it.
  const first = added.filter(({ key }) => key === 'ID');
  const columns = [...first, ...known, ...added.filter(({ key }) => key !== 'ID')].map((column) => ({
    ...column,
    label: fields.get(column.key) ?? column.label,
  }));
  return { ...design, columns };
}

const fieldsOf = (fields: readonly DesignField[]): FieldDefinition[] => fields.map(({ field }) => field);

/** A design that was saved just now: all its fields are stored. */
export const asStored = (design: Design): Design => ({
  ...design,
  lists: eachList((list) => stored(fieldsOf(design.lists[list]), list)),
});

/** Fields as they are sent, with what their choices have been. */
const givenFields = (fields: readonly DesignField[]): (FieldDefinition & { renamed?: RenamedChoice[] })[] =>
  fields.map(({ field, renamed = [] }) => (renamed.length === 0 ? field : { ...field, renamed: [...renamed] }));

/** What of a design is sent. What is not among the fields is taken out, and stays with the server. */
export const givenOf = (
  design: Design,
  about: Pick<GivenKind, 'idoInstanceId' | 'version'>,
): GivenKind & { readonly fields: KindFields } => ({
  ...about,
  name: design.name.trim(),
  color: design.color,
  fields: {
    leftColumn: givenFields(design.lists.left),
    rightColumn: givenFields(design.lists.right),
    contactPerson: givenFields(design.lists.persons),
  },
  columns: design.columns.map(({ key, label, isShown, width }) => ({
    key,
    label,
    isShown,
    ...(width === undefined ? {} : { width: Math.min(Math.max(Math.round(width), MIN_WIDTH), MAX_WIDTH) }),
  })),
  tabs: design.tabs.map((tab) => ({ ...tab })),
});

/** Where a field stands, and which one it is; undefined where it is not there. */
export function positionOf(
  { lists }: Design,
  id: string | undefined,
): { readonly list: ListName; readonly index: number; readonly one: DesignField } | undefined {
  for (const list of LISTS) {
    const index = lists[list].findIndex((one) => one.id === id);
    const one = lists[list][index];
    if (one !== undefined) return { list, index, one };
  }
  return undefined;
}

/** Fields that share their keys with those of a list. */
const peersOf = ({ lists }: Design, list: ListName): readonly DesignField[] =>
  isOfPersons(list) ? [...lists.persons, ...lists.retiredOfPersons] : [...lists.left, ...lists.right, ...lists.retired];

export const keysBeside = (design: Design, list: ListName, id: string): readonly string[] =>
  peersOf(design, list).flatMap((one) => (one.id === id ? [] : one.field.key));

/** A design whose fields stand in tabs that it has, and whose columns are those of its fields. */
export function settled(design: Design): Design {
  const known = new Set<string | undefined>(design.tabs.map(({ tab }) => tab));
  const inTab = (one: DesignField): DesignField => {
    if (one.field.tab === undefined || known.has(one.field.tab)) return one;
    const { tab: _gone, ...field } = one.field;
    return { ...one, field };
  };
  return withColumns({ ...design, lists: eachList((list) => design.lists[list].map(inTab)) });
}
