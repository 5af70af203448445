import type { MenuPart } from './menu-part.ts';
import { Suspense } from 'react';
import type { Client } from '../../../client/client.ts';
import type { Command } from '../../../shell/index.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { inMenu, savedAddress } from './rules.ts';
import { savedOf, useSaved } from './store.ts';
import { savedTexts } from './texts.ts';

const PinnedList = lazily(() => import('./pinned-list.tsx').then((module) => module.PinnedList));

/** The saved filters that the person has in the main menu. */
export function Pinned(part: MenuPart) {
  const pinned = inMenu(useSaved().filters ?? []);
  if (pinned.length === 0) return null;
  return (
    <Suspense>
      <PinnedList {...part} pinned={pinned} />
    </Suspense>
  );
}

/** Saved filters for the palette. */
export const filterCommands = (client: Client, go: (path: string) => void): readonly Command[] =>
  (savedOf(client).get().data ?? []).flatMap((filter): Command[] => {
    const address = savedAddress(filter);
    if (address === undefined) return [];
    return [
      {
        id: `filter ${filter.filterId}`,
        icon: 'bookmark-simple',
        label: { de: savedTexts.de.go(filter.name), en: savedTexts.en.go(filter.name) },
        words: `gespeichert saved ${savedTexts.de.lists[filter.list]} ${savedTexts.en.lists[filter.list]}`,
        run: () => go(address),
      },
    ];
  });
