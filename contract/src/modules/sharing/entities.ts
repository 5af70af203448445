import * as v from 'valibot';

/** Most items and most people of one call; more of them go in several. */
export const MAX_SHARED_ITEMS = 500;
export const MAX_SHARED_PEOPLE = 200;
/** Most pairs of an item and a person: so many rows are written, and told of, while others wait. */
export const MAX_SHARED_PAIRS = 20_000;
/** UTF-16 units of what is said with a share. */
export const MAX_SHARE_MESSAGE = 2000;

/** How a reader stands to the shares of an item. */
export const SHARE_DIRECTIONS = [
  'globalizedForAndThroughTheUser',
  'globalizedForTheUser',
  'globalizedThroughTheUser',
  'uninvolved',
] as const;
export type ShareDirection = (typeof SHARE_DIRECTIONS)[number];

/** Whether an item is shared at all, and whether anything is said with it. */
export const SHARE_STATES = ['globalized', 'globalizedWithMessage', 'notGlobalized'] as const;
export type ShareState = (typeof SHARE_STATES)[number];

/** Somebody whom somebody has shared an item with. */
export const SharedWithSchema = v.object({
  userId: v.number(),
  displayName: v.string(),
  throughUserId: v.number(),
  throughName: v.string(),
  /** The group that was chosen; 0 where it was the person. */
  groupId: v.number(),
  /** Empty where the group is no more. */
  groupName: v.string(),
  message: v.string(),
  /** Seconds since 1970. */
  timestamp: v.number(),
  /** Whether the reader may take it back. */
  mayRemove: v.boolean(),
});
export type SharedWith = v.InferOutput<typeof SharedWithSchema>;

/** Who can be shared with: those who may see the kind of item. */
export const AvailableUserSchema = v.object({
  userId: v.number(),
  displayName: v.string(),
  userAvatar: v.nullable(v.string()),
});
export const AvailableGroupSchema = v.object({
  groupId: v.number(),
  displayName: v.string(),
  userIds: v.array(v.number()),
});

/** An item's shares, as somebody who sees the item has them before them. */
export const GlobalizationRecordSchema = v.object({
  aggregateId: v.string(),
  aggregateVersion: v.number(),
  direction: v.picklist(SHARE_DIRECTIONS),
  globalization: v.picklist(SHARE_STATES),
  /** Whether the reader may share it. */
  mayShare: v.boolean(),
  /** Names of those who have it by a share. */
  tooltip: v.object({ users: v.array(v.string()) }),
  /**
   * `groups` and `users` are the same for all items of a kind: they stand with the first one of each kind that is answered, and are empty with the
   * others.
   */
  window: v.object({
    groups: v.array(AvailableGroupSchema),
    users: v.array(AvailableUserSchema),
    globalizedUsers: v.array(SharedWithSchema),
  }),
});
export type GlobalizationRecord = v.InferOutput<typeof GlobalizationRecordSchema>;
