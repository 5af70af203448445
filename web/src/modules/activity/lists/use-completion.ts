import { LIST_SORT, findQueries, searchTokens, type EntryRow, type Operator } from '@kontor/contract/activity';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { EntriesInRowsSchema } from '../../../client/entry-rows.ts';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useGo, useLanguage, useMinute, useShell, useTexts, useZone } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { inMenu, savedAddress } from '../saved/rules.ts';
import { useSaved } from '../saved/store.ts';
import { searchTexts } from './search-texts.ts';
import { useSeesRecords } from '../rows/use-sees-records.ts';
import { completeSearch, takeOffer, type CompletionOptions, type Known, type Offer } from './complete.ts';
import { dayText } from './days.ts';
import { recentOf } from './recent-searches.ts';

/** What can be chosen under a search box. */
export interface Choice {
  readonly key: string;
  readonly icon: IconName;
  readonly text: string;
  readonly more: string;
  /** Heading that it is the first under. */
  readonly group?: string;
  /** The text and the caret that come of it; undefined for what leads elsewhere. */
  readonly take: () => { readonly text: string; readonly caret: number } | undefined;
}

/** Rows that are looked at for people, and saved filters that an empty box offers. */
const MAX_ROWS = 2000;
const MAX_SAVED = 5;

/** Letters from which on senders and receivers are looked for on the server, so many items at a time. */
const MIN_LETTERS = 2;
const MAX_ITEMS = 40;
const WAIT_MS = 150;
const NONE: readonly never[] = [];

type Ask<T> = (term: string, signal: AbortSignal) => Promise<readonly T[]>;

/** What is found for a term once typing rests, and until then what was found before; nothing without a network. */
function useFound<T>(term: string | undefined, ask: Ask<T>): readonly T[] {
  const [found, setFound] = useState<readonly T[]>(NONE);
  useEffect(() => {
    if (term === undefined) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      ask(term, stop.signal)
        .then((all) => {
          if (!stop.signal.aborted) setFound(all);
        })
        .catch(() => undefined);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [ask, term]);
  return term === undefined ? NONE : found;
}

/** Returns the operator at the caret, if its value is free text, with the value as typed so far. */
function valueAt(text: string, caret: number): { readonly operator: Operator; readonly value: string } | undefined {
  const token = searchTokens(text.slice(0, caret)).at(-1);
  if (token?.operator?.values !== 'text' || token.at + token.length !== caret) return undefined;
  const value = token.value.replaceAll('"', '').trim();
  return { operator: token.operator, value };
}

/** People of the items that a search for senders or receivers finds. */
function usePeopleFound(text: string, caret: number, isOpen: boolean): readonly string[] {
  const client = useClient();
  const at = isOpen ? valueAt(text, caret) : undefined;
  const isWanted = at !== undefined && at.operator.ofRecords !== true && at.value.length >= MIN_LETTERS;
  const ask: Ask<string> = useCallback(
    async (searchTerm, signal) => {
      const { results } = await client.transport.query(
        findQueries.filterItems,
        { view: 'all', searchTerm },
        { page: 1, limit: MAX_ITEMS, sort: LIST_SORT, rows: EntriesInRowsSchema, once: true, signal },
      );
      const names = (results as unknown as readonly EntryRow[]).map(({ contact }) => contact);
      return [...new Set(names)].filter((name) => name !== '');
    },
    [client],
  );
  return useFound(isWanted ? `${at.operator.en}:"${at.value}"` : undefined, ask);
}

/** Records that what is typed may mean, as the module of records finds them. */
function useRecordsFound(text: string, caret: number, isOpen: boolean): CompletionOptions['found'] {
  const client = useClient();
  const { modules } = useShell();
  const at = isOpen ? valueAt(text, caret) : undefined;
  const isWanted = at?.operator.ofRecords === true && at.value !== '';
  const ask: Ask<CompletionOptions['found'][number]> = useCallback(
    async (typed, signal) => {
      const all = await Promise.all(
        modules.map(async ({ named }) => (named === undefined ? NONE : (await named())(client, typed, signal))),
      );
      return all.flat();
    },
    [client, modules],
  );
  return useFound(isWanted ? at.value : undefined, ask);
}

/** People and mailboxes that can be looked for: those of the instance, of items that are known here, and of items on the server. */
function useKnown(isOpen: boolean, text: string, caret: number): readonly Known[] {
  const { store } = useClient();
  const users = useAsk(findQueries.trashUsers, isOpen ? {} : undefined).data;
  const boxes = useAsk(findQueries.trashBoxes, isOpen ? {} : undefined).data;
  const found = usePeopleFound(text, caret, isOpen);
  return useMemo(() => {
    if (!isOpen) return [];
    const rows = store.all((row) => row.contact !== '', MAX_ROWS).map(({ contact }) => contact);
    return [
      // Of groups there is no mail.
      ...(users ?? []).filter(({ fullName }) => fullName !== '').map(({ fullName }) => ({ name: fullName })),
      ...[...new Set([...found, ...rows])].map((name) => ({ name })),
      ...(boxes ?? []).map(({ name }) => ({ name })),
    ];
  }, [isOpen, store, users, boxes, found]);
}

const ICONS: Readonly<Record<Offer['kind'], IconName>> = {
  operator: 'funnel',
  value: 'check',
  person: 'user',
  record: 'address-book',
  day: 'calendar-blank',
};

/** What a search box offers for what is typed up to the caret or, while it is empty, of what was there before. */
export function useCompletion(about: {
  readonly text: string;
  readonly caret: number;
  readonly list: string;
  readonly isOpen: boolean;
}): readonly Choice[] {
  const { text, caret, list, isOpen } = about;
  const t = useTexts(searchTexts);
  const client = useClient();
  const language = useLanguage();
  const timeZone = useZone();
  const now = useMinute();
  const go = useGo();
  const people = useKnown(isOpen, text, caret);
  const records = useSeesRecords();
  const found = useRecordsFound(text, caret, isOpen && records);
  const searches = useValue(recentOf(client).searches);
  const { filters = [] } = useSaved();
  return useMemo(() => {
    if (!isOpen) return [];
    if (text.trim() === '') {
      const own = filters.filter((filter) => filter.list === list);
      const pinned = inMenu(own);
      const offered = [...pinned, ...own.filter((one) => !pinned.includes(one))].slice(0, MAX_SAVED);
      return [
        ...searches.map((search, index): Choice => ({
          key: `recent ${search}`,
          icon: 'clock-counter-clockwise',
          text: search,
          more: '',
          ...(index === 0 ? { group: t.recent } : {}),
          take: () => ({ text: search, caret: search.length }),
        })),
        ...offered.map((filter, index): Choice => ({
          key: filter.filterId,
          icon: 'bookmark-simple',
          text: filter.name,
          more: '',
          ...(index === 0 ? { group: t.saved } : {}),
          take: () => {
            go(savedAddress(filter) ?? '/');
            return undefined;
          },
        })),
      ];
    }
    const completion = completeSearch(text, caret, { language, people, records, found, now, timeZone });
    if (completion === undefined) return [];
    const moreOf = (offer: Offer): string => {
      if (offer.kind === 'day') return dayText(offer.about, language);
      if (offer.kind === 'person' || offer.kind === 'record') return offer.about;
      return t.operators[offer.operator.name];
    };
    return completion.offers.map((offer): Choice => ({
      key: offer.text,
      icon: ICONS[offer.kind],
      text: offer.text,
      more: moreOf(offer),
      take: () => takeOffer(text, completion, offer),
    }));
  }, [isOpen, text, caret, list, filters, searches, language, people, records, found, now, timeZone, go, t]);
}
