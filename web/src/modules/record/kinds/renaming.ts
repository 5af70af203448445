import type { FieldDefinition, RenamedChoice } from '@kontor/contract/record';
import type { DesignField } from './design.ts';

const choicesOf = (field: FieldDefinition): readonly string[] => ('choices' in field ? field.choices : []);

/** The choice that was written otherwise, where nothing but that one was. */
function rewritten(before: readonly string[], after: readonly string[]): RenamedChoice | undefined {
  const others = before.flatMap((from, index) => (from === after[index] ? [] : { from, to: after[index] ?? '' }));
  return before.length === after.length && others.length === 1 ? others[0] : undefined;
}

/** A field that begins with a choice as that is called now. */
function begunWith(field: FieldDefinition, { from, to }: RenamedChoice): FieldDefinition {
  const { default: begins } = field;
  if (begins === from) return { ...field, default: to };
  return Array.isArray(begins) ? { ...field, default: begins.map((one) => (one === from ? to : one)) } : field;
}

const settledRenames = ({ field, was = [], renamed = [] }: DesignField): readonly RenamedChoice[] => {
  const choices = choicesOf(field);
  return renamed.filter(({ from, to }) => was.includes(from) && !choices.includes(from) && choices.includes(to));
};

/** Another definition in a field's place: a choice that is written otherwise where it stands is called otherwise. */
export function withRenames(one: DesignField, field: FieldDefinition): DesignField {
  const { was = [], renamed = [] } = one;
  const change = rewritten(choicesOf(one.field), choicesOf(field));
  if (change === undefined) return { ...one, field, ...renamedPart({ ...one, field }) };
  const { from, to } = change;
  const followed = renamed.map((known) => (known.to === from ? { ...known, to } : known));
  const isNew = was.includes(from) && !was.includes(to);
  const next = { ...one, field: begunWith(field, change), renamed: isNew ? [...followed, change] : followed };
  return { ...next, ...renamedPart(next) };
}

const renamedPart = (one: DesignField): Pick<DesignField, 'renamed'> => {
  const renamed = settledRenames(one);
  return renamed.length === 0 && one.renamed === undefined ? {} : { renamed };
};

/** Choices that are stored and are none any more, with what they are called now; '' for one that is taken out. */
export const goneChoices = (one: DesignField): readonly RenamedChoice[] => {
  const renamed = settledRenames(one);
  const choices = choicesOf(one.field);
  if (choices.length === 0) return [];
  return (one.was ?? [])
    .filter((choice) => !choices.includes(choice))
    .map((from) => ({ from, to: renamed.find((known) => known.from === from)?.to ?? '' }));
};

/** Says what a choice that is gone is called now; '' that it is taken out. */
export function renamedTo(one: DesignField, change: RenamedChoice): DesignField {
  const others = (one.renamed ?? []).filter(({ from }) => from !== change.from);
  return change.to === ''
    ? { ...one, renamed: others }
    : { ...one, field: begunWith(one.field, change), renamed: [...others, change] };
}
