import type { Rule } from '@kontor/contract/mail';

type Identified = Pick<Rule, 'ruleId'>;

/** Rules in an order that was asked for; those that it does not name stay behind, as they stood. */
export function inOrder<T extends Identified>(rules: readonly T[], order: readonly string[] | undefined): readonly T[] {
  if (order === undefined) return rules;
  const rankOf = ({ ruleId }: Identified): number => {
    const at = order.indexOf(ruleId);
    return at === -1 ? order.length : at;
  };
  return rules.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Whether rules stand in an order that was asked for already. */
export const settled = (rules: readonly Identified[], order: readonly string[]): boolean =>
  inOrder(rules, order).every((rule, index) => rule === rules[index]);
