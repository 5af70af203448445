import { useCallback } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { attempt, useKeyName, useKeys, useLanguage, useShell } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import type { MenuItem } from '../../../ui/menu.tsx';

/** Something that can be done with items. */
export interface Offered {
  readonly name: string;
  readonly icon: IconName;
  readonly label: string;
  readonly key: string;
  /** Also a button of its own in the bar of what was chosen. */
  readonly inBar: boolean;
  readonly ofDetails: boolean | 'bar';
  readonly run: () => void;
}

/** What modules do with items beside what every list does with them: asks for some of them, by key, what is offered for any of these. */
export function useItemActions(): (keys: readonly string[]) => readonly Offered[] {
  const client = useClient();
  const { modules, notices, tabs } = useShell();
  const language = useLanguage();
  const rights = useValue(client.configuration)?.rights;
  return useCallback(
    (keys) => {
      const given = { client, notices, language };
      const open = (address: string): void => tabs.open(address, 'beside');
      return modules.flatMap(({ onItems = [] }) =>
        onItems.flatMap(({ name, icon, label, key, on, right, inBar = false, ofDetails = false, run }): Offered[] => {
          const isFor = (itemId: string): boolean => {
            const row = client.store.get(itemId);
            return on === undefined || (row !== undefined && on(row));
          };
          if ((right !== undefined && rights?.[right] !== true) || !keys.some(isFor)) return [];
          return [
            {
              name,
              icon,
              label: label[language],
              key,
              inBar,
              ofDetails,
              run: () => attempt(given, () => run(given, keys.filter(isFor), open)),
            },
          ];
        }),
      );
    },
    [client, modules, notices, language, tabs, rights],
  );
}

/** The keys of these; undefined for nothing to act on. */
export function useItemKeys(targets: (() => readonly string[]) | undefined): void {
  const actionsOf = useItemActions();
  useKeys(
    targets === undefined
      ? {}
      : Object.fromEntries(
          actionsOf(targets())
            .filter(({ key }) => key !== '')
            .map(({ key, run }) => [key, run]),
        ),
  );
}

/**
 * What modules do with an item where it is read, for a menu there. `key`: left out, the one that is open; `hasBar`: what can be a button of a bar is
 * one there.
 */
export function useOfDetails(key?: string, hasBar = false): readonly MenuItem[] {
  const { openItem } = useShell();
  const open = useValue(openItem);
  const keyName = useKeyName();
  const itemId = key ?? open;
  return useItemActions()(itemId === undefined ? [] : [itemId])
    .filter(({ ofDetails }) => ofDetails !== false && !(hasBar && ofDetails === 'bar'))
    .map(({ name, label, icon, key: defaultKey, run }, index) => ({
      key: name,
      label,
      icon,
      hint: keyName(defaultKey),
      apart: index === 0,
      onSelect: run,
    }));
}

/** The same for the buttons of a bar. */
export function useOfBar(key: string | undefined): readonly Offered[] {
  const { openItem } = useShell();
  const open = useValue(openItem);
  const itemId = key ?? open;
  return useItemActions()(itemId === undefined ? [] : [itemId]).filter(({ ofDetails }) => ofDetails === 'bar');
}
