import { TIP_ROLES, type Tip } from '@kontor/contract/activity';

/** Most people that a tip names: what is longer than the screen is read in the item itself. */
export const MAX_IN_TIP = 12;

type Role = (typeof TIP_ROLES)[number];

/** The people of a tip by what they have to do with the item, and how many are left out. */
export function peopleOf(tip: Pick<Tip, 'people' | 'morePeople'> | undefined): {
  readonly people: readonly (readonly [Role, readonly string[]])[];
  readonly more: number;
} {
  const all = tip?.people ?? [];
  const named = all.slice(0, MAX_IN_TIP);
  return {
    people: TIP_ROLES.map(
      (role) =>
        [
          role,
          named
            .filter((one) => one.role === role)
            .map(({ name, address }) => (name === '' || name === address ? address : `${name} <${address}>`)),
        ] as const,
    ).filter(([, names]) => names.length > 0),
    more: all.length - named.length + (tip?.morePeople ?? 0),
  };
}
