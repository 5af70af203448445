import type { Client } from '../../../client/client.ts';
import { createValue, type Value } from '../../../client/value.ts';
import { withSearch } from './recent-rules.ts';

const NAME = { kind: 'search', id: 'recent' } as const;

interface Recent {
  readonly searches: Value<readonly string[]>;
  readonly add: (text: string) => void;
}

const known = new WeakMap<Client, Recent>();

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

/** What a person has searched for last, newest first. Kept sealed on this device, as what is written is: it may be about anybody. */
export function recentOf(client: Client): Recent {
  const there = known.get(client);
  if (there !== undefined) return there;
  const searches = createValue<readonly string[]>([]);
  const draft = client.drafts().then((drafts) => {
    drafts.watch(NAME, (kept) => {
      if (isTexts(kept?.value)) searches.set(kept.value);
    });
    return drafts.open<readonly string[]>(NAME);
  });
  void draft.then(({ value }) => {
    if (isTexts(value) && searches.get().length === 0) searches.set(value);
  });
  const recent: Recent = {
    searches,
    add(text) {
      const added = withSearch(searches.get(), text);
      if (added === searches.get()) return;
      searches.set(added);
      // This very list: what was kept before may be told of late, and is shown until this one is kept.
      void draft.then((open) => open.save(added));
    },
  };
  known.set(client, recent);
  return recent;
}
