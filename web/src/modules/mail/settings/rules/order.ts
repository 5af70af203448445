import type { Rule } from '@kontor/contract/mail';

type Placed = Pick<Rule, 'ruleId'>;

/** Rules in an order that was asked for; those that it does not name stay behind, as they stood. */
export function inOrder<T extends Placed>(rules: readonly T[], asked: readonly string[] | undefined): readonly T[] {
  if (asked === undefined) return rules;
  const placeOf = ({ ruleId }: Placed): number => {
    const at = asked.indexOf(ruleId);
    return at === -1 ? asked.length : at;
  };
  return rules.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Whether rules stand in an order that was asked for already. */
export const settled = (rules: readonly Placed[], asked: readonly string[]): boolean =>
  inOrder(rules, asked).every((rule, index) => rule === rules[index]);
