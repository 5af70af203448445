/** What the lists of all kinds are called. In a file of its own, for the menu stands before any list. */
export const LIST_NAMES = {
  inbox: { de: 'Eingang', en: 'Inbox' },
  search: { de: 'Suche', en: 'Search' },
  trash: { de: 'Papierkorb', en: 'Trash' },
} as const;
