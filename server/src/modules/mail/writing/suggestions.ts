import { MAX_SUGGESTIONS, type AddressSuggestion, type senderQueries } from '@kontor/contract/mail';
import type { QueryContext } from '../../../platform/operation/context.ts';
import type { QueryHandlers } from '../../../platform/operation/manifest.ts';
import { meantGroups, readPeople, requireRight } from '../../account/index.ts';
import { addressKey } from '../rules.ts';
import { areBegun, daysSince, folded, scoreOf, wordsOf } from './rules.ts';
import { mostWritten, suggestAddresses, type Known } from './store/correspondents.ts';

/** Addresses from somewhere else than mails, such as records, that words begin. One that is known from mails, too, is one suggestion. */
export type AddressSource = (ctx: QueryContext, words: readonly string[]) => Promise<readonly AddressSuggestion[]>;

/** Signs from which on it is looked up; before that those are answered who are written to most. */
const LEAST = 2;
const MAX_WRITTEN = 10;
/** So many are scored; those that have hardly been written with are not among them. */
const CANDIDATES = 200;

interface Colleague {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

async function colleaguesOf({ db, instance }: QueryContext): Promise<readonly Colleague[]> {
  const people = await readPeople(db, instance.id);
  return people.flatMap(({ user_id: id, first_name: first, last_name: last, email, is_active: isActive }) =>
    isActive && email ? { id, name: `${first} ${last}`.trim(), email } : [],
  );
}

const nobody: Pick<AddressSuggestion, 'source' | 'ido' | 'members'> = { source: 'MAIL', ido: [], members: [] };

export const suggestionHandlers = (sources: readonly AddressSource[] = []): QueryHandlers<typeof senderQueries> => ({
  async addressSuggestions(ctx, { searchTerm }) {
    requireRight(ctx, 'createMail');
    const { db, instance, person } = ctx;
    const words = wordsOf(searchTerm);
    const colleagues = await colleaguesOf(ctx);
    const byKey = new Map(colleagues.map((one) => [addressKey(one.email), one]));
    const typed = folded(searchTerm.trim());
    const suggest = (known: Known): AddressSuggestion => {
      const colleague = byKey.get(known.address);
      const name = known.name || (colleague?.name ?? '');
      const begins = [name, known.address].some((text) => folded(text).startsWith(typed));
      const days = daysSince(known.last_at, ctx.now());
      const { sent, received } = known;
      const score = scoreOf({ sent, received, days, begins, isColleague: colleague !== undefined });
      return { ...nobody, email: known.address, name, score };
    };
    if (words.join('').length < LEAST)
      return (await mostWritten(db, instance.id, person.id, MAX_WRITTEN)).map((known) => suggest(known));
    const known = await suggestAddresses(db, person.id, words, CANDIDATES);
    const found = new Map(known.map((one) => [one.address, suggest(one)]));
    for (const [key, { name, email }] of byKey) {
      if (found.has(key) || !areBegun(words, wordsOf(name, email))) continue;
      const begins = [name, email].some((text) => folded(text).startsWith(typed));
      const score = scoreOf({ sent: 0, received: 0, days: null, begins, isColleague: true });
      found.set(key, { ...nobody, email, name, score });
    }
    for (const one of (await Promise.all(sources.map((source) => source(ctx, words)))).flat()) {
      const key = addressKey(one.email);
      const known = found.get(key);
      // Whom one writes to is called as in mails, and scored by them where that is more.
      found.set(
        key,
        known === undefined
          ? one
          : { ...one, email: known.email, name: known.name || one.name, score: Math.max(known.score, one.score) },
      );
    }
    return [...found.values(), ...(await groupsOf(ctx, words, typed, colleagues))]
      .toSorted((a, b) => b.score - a.score || a.name.localeCompare(b.name, 'de') || (a.email < b.email ? -1 : 1))
      .slice(0, MAX_SUGGESTIONS);
  },
});

/** Groups of people, which open into those of them who have an address. */
async function groupsOf(
  { db, instance }: QueryContext,
  words: readonly string[],
  typed: string,
  colleagues: readonly Colleague[],
): Promise<readonly AddressSuggestion[]> {
  const people = new Map(colleagues.map((one) => [one.id, one]));
  return (await meantGroups(db, instance.id)).flatMap(({ name, userIds }) => {
    if (!areBegun(words, wordsOf(name))) return [];
    const members = userIds.flatMap((id) => {
      const one = people.get(id);
      return one === undefined ? [] : { email: one.email, name: one.name };
    });
    const begins = folded(name).startsWith(typed);
    const score = scoreOf({ sent: 0, received: 0, days: null, begins, isColleague: true });
    return members.length === 0 ? [] : { ...nobody, email: '', name, score, members };
  });
}
