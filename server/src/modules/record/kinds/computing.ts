import type { FieldDefinition } from '@kontor/contract/record';
import { textOf, valueOf } from '../rules.ts';
import type { Values } from '../tables.ts';
import { readFormula, type Formula } from './formula.ts';
import { FormulaFault, dayOf, type Term } from './formula-functions.ts';

type Computed = Extract<FieldDefinition, { kind: 'computed' }>;
export const isComputed = (field: FieldDefinition): field is Computed => field.kind === 'computed';

/** What formulas may be made of: a record that is referred to is called by what everybody may change. */
const isUsable = ({ kind }: FieldDefinition): boolean => kind !== 'reference';

function termOf(field: FieldDefinition, values: Values): Term {
  const text = textOf(valueOf(field, values));
  if (text === '') return null;
  const isNumber =
    (field.kind === 'textField' && field.isNumber === true) || (isComputed(field) && field.result === 'number');
  if (isNumber) return Number(text);
  const day = dayOf(text);
  return day === undefined ? text : { day };
}

/** Returns the formulas of fields, each behind the formulas that it uses, and the faults of those that cannot be computed. */
export function formulasOf(fields: readonly FieldDefinition[]): {
  readonly steps: readonly { readonly field: Computed; readonly formula: Formula }[];
  readonly faults: ReadonlyMap<string, FormulaFault>;
} {
  const known = new Set(fields.filter(isUsable).map(({ key }) => key));
  const faults = new Map<string, FormulaFault>();
  const open = new Map<string, { readonly field: Computed; readonly formula: Formula }>();
  for (const field of fields.filter(isComputed))
    try {
      open.set(field.key, { field, formula: readFormula(field, known) });
    } catch (error) {
      if (!(error instanceof FormulaFault)) throw error;
      faults.set(field.key, error);
    }
  const steps = [];
  for (let isMoving = true; isMoving;) {
    isMoving = false;
    for (const [key, step] of open) {
      if (step.formula.keys.some((source) => open.has(source))) continue;
      steps.push(step);
      open.delete(key);
      isMoving = true;
    }
  }
  for (const key of open.keys()) faults.set(key, new FormulaFault('ring'));
  return { steps, faults };
}

/** Values with what is computed from them; a formula of which nothing comes leaves its field empty. */
export function computeValues(fields: readonly FieldDefinition[], values: Values): Values {
  if (!fields.some(isComputed)) return values;
  const { steps } = formulasOf(fields);
  const next = new Map(Object.entries(values));
  for (const field of fields.filter(isComputed)) next.delete(field.key);
  for (const { field, formula } of steps) {
    const value = workedOut(formula, fields, Object.fromEntries(next));
    if (typeof value === 'string' && value !== '') next.set(field.key, value);
  }
  return Object.fromEntries(next);
}

/** What comes of a formula for one record, or why nothing does. */
export function workedOut(formula: Formula, fields: readonly FieldDefinition[], values: Values): string | FormulaFault {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  try {
    return formula.run((key) => {
      const field = byKey.get(key);
      return field === undefined ? null : termOf(field, values);
    });
  } catch (error) {
    if (error instanceof FormulaFault) return error;
    throw error;
  }
}
