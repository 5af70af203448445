import {
  OPERATORS_OF,
  type Condition,
  type FieldDefinition,
  type ListColumn,
  type Operator,
} from '@kontor/contract/record';

/** Whether an operator compares with something. */
export const hasValue = (operator: Operator): boolean => operator !== 'isEmpty' && operator !== 'isFilled';

/** A condition that is begun for a column. */
export const begun = ({ key, sort }: ListColumn): Condition => ({
  key,
  operator: OPERATORS_OF[sort][0] ?? 'is',
  value: '',
});

/** The same condition with another operator; what it compares with goes along where it can. */
export function withOperator(condition: Condition, operator: Operator): Condition {
  const { key, value } = condition;
  if (!hasValue(operator)) return { key, operator };
  const list = value === undefined || value === '' ? [] : typeof value === 'string' ? [value] : value;
  return { key, operator, value: operator === 'anyOf' ? list : (list[0] ?? '') };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{2}:\d{2}$/;

/** Whether a condition says enough to be asked. */
export function isWhole({ sort }: ListColumn, { operator, value }: Condition): boolean {
  if (!hasValue(operator)) return true;
  const given = value === undefined ? [] : typeof value === 'string' ? [value] : value;
  const isGood = (one: string): boolean => {
    if (sort === 'date' || sort === 'moment') return DAY.test(one);
    if (sort === 'time') return TIME.test(one);
    if (sort === 'number') return /^-?\d+(\.\d+)?$/.test(one.trim());
    return one.trim() !== '';
  };
  return given.length > 0 && given.every(isGood);
}

/** What can be chosen in a column; undefined where it is no choice. */
export const choicesOf = (field: FieldDefinition | undefined): readonly string[] | undefined =>
  field !== undefined && 'choices' in field && field.choices.length > 0 ? field.choices : undefined;
