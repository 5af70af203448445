import type { KindFault } from '@kontor/contract/record';
import type { kindTexts } from './kind-texts.ts';
import { ownFields, type Design } from './design.ts';

/** Faults of a kind, by what they stand beside: `name`, `color`, the id of a field, `tab <its key>`, or `other`. */
export type Faults = ReadonlyMap<string, readonly KindFault[]>;
export const NO_FAULTS: Faults = new Map();

/** What a fault stands beside. */
function besideOf(design: Design, { part, key, index }: KindFault): string {
  if (part === 'field') return ownFields(design)[index]?.id ?? 'other';
  if (part === 'personField') return design.lists.persons[index]?.id ?? 'other';
  if (part === 'tab') return `tab ${design.tabs[index]?.tab ?? key}`;
  return part === 'name' || part === 'color' ? part : 'other';
}

export function faultsIn(design: Design, all: readonly KindFault[]): Faults {
  const found = new Map<string, KindFault[]>();
  for (const fault of all) {
    const beside = besideOf(design, fault);
    found.set(beside, [...(found.get(beside) ?? []), fault]);
  }
  return found;
}

const WHERE: Readonly<Partial<Record<KindFault['why'], Control>>> = {
  taken: 'key',
  reserved: 'key',
  choices: 'choices',
  choiceTaken: 'choices',
  renamed: 'choices',
  reference: 'refers',
  formula: 'formula',
  group: 'rights',
  default: 'begins',
  ownTab: 'tab',
  persons: 'kind',
};
const PROPERTIES = [
  'label',
  'key',
  'help',
  'choices',
  'formula',
  'format',
  'width',
  'increment',
  'minValue',
  'maxValue',
] as const;
/** What a fault of a field stands at in its form; `whole`: at none of them. */
export type Control = (typeof PROPERTIES)[number] | 'refers' | 'rights' | 'begins' | 'tab' | 'kind' | 'whole';

export function controlOf({ why, detail }: KindFault): Control {
  const named = PROPERTIES.find((property) => property === detail);
  // Of what is too long, anything but a property is a choice.
  return WHERE[why] ?? named ?? (why === 'tooLong' ? 'choices' : 'whole');
}

/** A fault in words; `detail` is one where it is what somebody wrote. */
export const saidFault = (t: typeof kindTexts.de, { why, detail }: KindFault): string =>
  why === 'choiceTaken' || why === 'renamed' || why === 'placeholder' ? `${t.faults[why]} ${detail}` : t.faults[why];

/** Faults of what was not changed since they were told. */
export const faultsLeft = (faults: Faults, before: Design, after: Design): Faults => {
  if (faults.size === 0) return faults;
  const fieldsOf = (design: Design) =>
    new Map([...ownFields(design), ...design.lists.persons].map((one) => [one.id, one.field]));
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const tabsOf = ({ tabs }: Design) => new Map(tabs.map((tab) => [`tab ${tab.tab}`, tab]));
  const [wasTab, isTab] = [tabsOf(before), tabsOf(after)];
  return new Map(
    [...faults].filter(([beside]) => {
      if (beside === 'name') return before.name === after.name;
      if (beside === 'color') return before.color === after.color;
      if (beside.startsWith('tab ')) return wasTab.get(beside) === isTab.get(beside);
      return beside === 'other' ? before === after : was.get(beside) === is.get(beside);
    }),
  );
};

/** What can be seen without the server: whatever must be filled and is not. */
export function emptyParts(design: Design): readonly KindFault[] {
  const fault = (
    part: KindFault['part'],
    index: number,
    key: string,
    why: KindFault['why'],
    detail = '',
  ): KindFault => ({
    part,
    index,
    key,
    why,
    detail,
  });
  const ofFields = (part: 'field' | 'personField', fields: Design['lists']['left']): readonly KindFault[] =>
    fields.flatMap(({ field }, index) => [
      ...(field.label.trim() === '' ? [fault(part, index, field.key, 'missing', 'label')] : []),
      ...('choices' in field && field.kind !== 'multiplechoiceTag' && field.choices.length === 0
        ? [fault(part, index, field.key, 'choices')]
        : []),
    ]);
  return [
    ...(design.name.trim() === '' ? [fault('name', 0, '', 'missing')] : []),
    ...ofFields('field', ownFields(design)),
    ...ofFields('personField', design.lists.persons),
  ];
}
