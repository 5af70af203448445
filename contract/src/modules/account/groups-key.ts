/** What is told by events of groups; apart from the rest of them, for the app's first load. */
export const GROUPS_KEY = 'groups';
