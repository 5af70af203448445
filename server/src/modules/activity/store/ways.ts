/** The ways to see an item, which add up in `activity_user.ways`: by right, or by a share. */
export const BY_RIGHT = 1;
export const BY_SHARE = 2;
export type Way = typeof BY_RIGHT | typeof BY_SHARE;
