import type { PhoneBookEntry } from '@kontor/contract/phonecall';

/** A part of a text, and whether it was looked for. */
export interface MarkedPart {
  readonly text: string;
  readonly isFound: boolean;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const partsBy = (text: string, pattern: RegExp): readonly MarkedPart[] => {
  const parts: MarkedPart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (found === '') continue;
    if (index > from) parts.push({ text: text.slice(from, index), isFound: false });
    parts.push({ text: found, isFound: true });
    from = index + found.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isFound: false });
  return parts;
};

/** A name with the words marked that were looked for, wherever they stand in it. */
export function markedName(name: string, searched: string): readonly MarkedPart[] {
  const words = searched.split(/\s+/).filter((word) => word !== '' && !/^[\d+]+$/.test(word));
  if (words.length === 0) return [{ text: name, isFound: false }];
  return partsBy(name, new RegExp(words.map(escaped).join('|'), 'giu'));
}

const MIN_DIGITS = 3;

/** A number with the digits marked that were looked for, three and more, whatever stands between them. */
export function markedNumber(number: string, searched: string): readonly MarkedPart[] {
  const digits = searched.replaceAll(/\D/g, '');
  if (digits.length < MIN_DIGITS) return [{ text: number, isFound: false }];
  // A number that is written without its country's code is found with it.
  const wanted = digits.replace(/^0+/, '');
  return partsBy(number, new RegExp((wanted.length < MIN_DIGITS ? digits : wanted).split('').join('\\D?'), 'g'));
}

/** What becomes of the entries that sound alike: one stays, those that are chosen go into it, and the others are never offered with them again. */
export interface MergeChoice {
  readonly stays: number;
  readonly replaced: ReadonlySet<number>;
}

/** At first the entry that names most stays, and all with the same number go into it. */
export function firstChoice(entries: readonly PhoneBookEntry[]): MergeChoice {
  const [first] = entries.toSorted((a, b) => b.linkCount - a.linkCount || a.id - b.id);
  const same = entries.filter(({ id, dial }) => id !== first?.id && dial !== '' && dial === first?.dial);
  return { stays: first?.id ?? 0, replaced: new Set(same.map(({ id }) => id)) };
}

/** Another one stays: it goes into nothing any more. */
export const withStaying = ({ stays, replaced }: MergeChoice, id: number): MergeChoice => ({
  stays: id,
  // What stood for the others goes into the one that does now, where any did.
  replaced: new Set([...replaced, ...(replaced.size > 0 ? [stays] : [])].filter((one) => one !== id)),
});

export function withReplaced({ stays, replaced }: MergeChoice, id: number, isReplaced: boolean): MergeChoice {
  const next = new Set(replaced);
  if (isReplaced && id !== stays) next.add(id);
  else next.delete(id);
  return { stays, replaced: next };
}

/** What the server is told of a choice. */
export const mergeParams = (entries: readonly PhoneBookEntry[], { stays, replaced }: MergeChoice) => ({
  primaryPhoneBookEntryId: stays,
  replacedPhoneBookEntryIds: entries.flatMap(({ id }) => (replaced.has(id) ? [id] : [])),
  ignoredPhoneBookEntryIds: entries.flatMap(({ id }) => (id === stays || replaced.has(id) ? [] : [id])),
});
