import { MAX_FILTERS, MAX_PINNED, savedCommands, type SavedFilter, type SharedWith } from '@kontor/contract/activity';
import { useMemo } from 'react';
import type { Client } from '../../../client/client.ts';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { loadSaying } from '../actions/load-saying.ts';
import { inMenu, type FilterQuery } from './rules.ts';
import { savedOf } from './store.ts';
import { savedTexts } from './texts.ts';

type Named = Pick<SavedFilter, 'filterId' | 'name' | 'list'> & FilterQuery & { readonly sharedWith: SharedWith };

/** Ids of what this page has deleted: nobody need be told of it. */
const removedHere = new Set<string>();
export const wasRemovedHere = (filterId: string): boolean => removedHere.has(filterId);

const about = (filterId: string) => ({ patches: [], keys: [`filter:${filterId}`] });

const filtersOf = (client: Client): readonly SavedFilter[] => savedOf(client).get().data ?? [];

/** What a filter is to be from now on, with what was made of it before, for the queue. */
function enqueueSave(client: Client, named: Named, version: number | undefined): Promise<string> {
  const { filterId, name, list, conditions, sort, sharedWith } = named;
  const params = {
    filterId,
    ...(version === undefined ? {} : { aggregateVersion: version }),
    name,
    list,
    conditions,
    sort: { property: sort.property, direction: sort.direction },
    sharedWith: {
      everybody: sharedWith.everybody,
      userIds: [...sharedWith.userIds],
      groupIds: [...sharedWith.groupIds],
    },
  };
  return client.enqueue(savedCommands.save, params, about(filterId));
}

const enqueuePin = (client: Client, filterId: string, pinned: boolean): Promise<string> =>
  client.enqueue(savedCommands.pin, { filterId, pinned }, about(filterId));

/** What can be done with saved filters. All of it is seen at once, and goes through the queue. */
export function useSavedActions() {
  const client = useClient();
  const { notices } = useShell();
  const t = useTexts(savedTexts);
  return useMemo(() => {
    const isFull = (): boolean => {
      if (inMenu(filtersOf(client)).length < MAX_PINNED) return false;
      notices.show({ text: t.tooManyPinned(MAX_PINNED), tone: 'fault' });
      return true;
    };
    /** Takes back what was said to be done, where the server refuses it after all. */
    const unlessRefused = (sent: Promise<string>, takeBack: () => void): void =>
      void loadSaying()
        .then(({ followRefusals }) => followRefusals(client, [sent], takeBack))
        .catch(() => undefined);
    const say = (text: string, sent: Promise<string>): void => {
      const notice = notices.show({ text });
      unlessRefused(sent, () => notices.hide(notice));
    };
    return {
      /** Makes a filter and answers its id; undefined where there are too many. */
      create(given: Omit<Named, 'filterId'>, pinned: boolean): string | undefined {
        const me = client.user.get()?.id;
        if (filtersOf(client).filter(({ owner }) => owner.userId === me).length >= MAX_FILTERS) {
          notices.show({ text: t.tooMany(MAX_FILTERS), tone: 'fault' });
          return undefined;
        }
        const filterId = client.env.newId();
        const sent = enqueueSave(client, { ...given, filterId }, undefined);
        if (pinned && !isFull()) void enqueuePin(client, filterId, true);
        say(t.done(given.name), sent);
        return filterId;
      },
      /** Changes a filter from what it was. */
      change(before: SavedFilter, part: Partial<Named>): void {
        const next = { ...before, ...part };
        say(t.done(next.name), enqueueSave(client, next, before.aggregateVersion));
      },
      /** Deletes a filter and answers how to bring it back. */
      remove(filter: SavedFilter): () => void {
        removedHere.add(filter.filterId);
        const sent = client.enqueue(savedCommands.remove, { filterId: filter.filterId }, about(filter.filterId));
        let isBack = false;
        const undo = (): void => {
          if (!isBack) void enqueueSave(client, filter, undefined);
          isBack = true;
        };
        const done = notices.done(undo, Promise.resolve({ text: t.removed(filter.name), undo: t.undo }));
        unlessRefused(sent, () => {
          removedHere.delete(filter.filterId);
          done.takeBack();
        });
        return undo;
      },
      pin({ filterId, name }: SavedFilter, pinned: boolean): void {
        if (pinned && isFull()) return;
        say(pinned ? t.pinned(name) : t.unpinned(name), enqueuePin(client, filterId, pinned));
      },
      order(filterIds: readonly string[]): void {
        // With all that may be pinned on their way: the order is nothing without them.
        const keys = filterIds.map((id) => `filter:${id}`);
        void client.enqueue(savedCommands.order, { filterIds: [...filterIds] }, { patches: [], keys });
      },
    };
  }, [client, notices, t]);
}
