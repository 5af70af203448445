import * as v from 'valibot';
import { IdSchema, KINDS, type KindRightName } from '../../kernel/index.ts';

/** Rights that are of no kind of item, with the bits that keep them. */
const OTHER_RIGHTS = { addOns: 0, colorblindMode: 2, createIdo: 5, idoList: 11 } as const;

export type Right = keyof typeof OTHER_RIGHTS | KindRightName;

/** The bit of each right, as a number that has no other. */
const BITS = /* @__PURE__ */ Object.fromEntries(
  [
    ...Object.entries(OTHER_RIGHTS),
    ...KINDS.flatMap(({ rights }) => Object.values(rights).map(({ name, bit }) => [name, bit] as const)),
  ].map(([right, bit]) => [right, 1 << bit]),
) as Record<Right, number>;

/** The rights of a person, in the order of the bits that keep them. */
export const RIGHTS = /* @__PURE__ */ (Object.keys(BITS) as Right[]).toSorted(
  (a, b) => BITS[a] - BITS[b],
) as readonly Right[];
export type Rights = Record<Right, boolean>;

/** All rights but the one that changes how colours look. */
export const DEFAULT_RIGHTS: readonly Right[] = RIGHTS.filter((right) => right !== 'colorblindMode');

/** Bits of a set of rights. */
export const rightsToBits = (rights: Iterable<Right>): number => {
  let bits = 0;
  for (const right of rights) bits |= BITS[right];
  return bits;
};

/** The flags that bits stand for. */
export const bitsToRights = (bits: number): Rights =>
  Object.fromEntries(RIGHTS.map((right) => [right, (bits & BITS[right]) !== 0])) as Rights;

export const RightsSchema = v.object(
  Object.fromEntries(RIGHTS.map((right) => [right, v.boolean()])) as Record<Right, v.BooleanSchema<undefined>>,
);

export const UserSchema = v.object({
  id: IdSchema,
  userName: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  initial: v.string(),
  avatar: v.nullable(v.string()),
});
export type User = v.InferOutput<typeof UserSchema>;

/** A person, or a group of them, that a list can be filtered by. `userIds` holds the members of a group, who are never nobody. */
export const FilterUserSchema = v.object({
  /** 0 for a group. */
  userId: v.number(),
  /** Ours: of a group alone, by which lists are asked for it. */
  groupId: v.optional(IdSchema),
  userIds: v.array(v.number()),
  /** Empty for a group, as the name of the group is for a person. */
  fullName: v.string(),
  groupName: v.string(),
  active: v.boolean(),
  UserAvatar: v.nullable(v.string()),
  UserDisplayname: v.string(),
});
export type FilterUser = v.InferOutput<typeof FilterUserSchema>;
