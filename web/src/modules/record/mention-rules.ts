/** Whether what is typed behind a `#` is something to look for a record by: its words, its number, an address or a phone number. */
export const isSought = (typed: string): boolean => /^\+?[\p{L}\p{N}]/u.test(typed);

/** Whether it may just as well mean itself, as `#1` does. */
export const isNumber = (typed: string): boolean => /^\P{L}*$/u.test(typed);

/** What a title is put into a text as: on one line. */
export const wordsOf = (title: string): string => title.replace(/\s+/g, ' ').trim();
