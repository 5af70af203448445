import { kindOf, type ItemKindName } from '@kontor/contract/kernel';
import type { ComponentType, ReactNode } from 'react';
import type { Creation, Manifest, MenuEntry, Screen, ScreenProps } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import type { Lazy } from '../../../ui/lazily.tsx';
import { useModuleCount } from '../list/counts.ts';
import type { ListDeclaration } from './define-list.ts';
import { loadSources } from '../list/load-sources.ts';
import { defaultPathOf, listScreen } from './screens.ts';

interface KindList extends Pick<MenuEntry, 'order' | 'keys' | 'bottom'> {
  readonly load: () => Promise<ListDeclaration>;
  /** What the screen of the list stands in. */
  readonly around?: ComponentType<ScreenProps & { readonly children: ReactNode }>;
  /** See `Screen`. */
  readonly isWhole?: true;
}

/** What a kind of item brings to the shell beside what its declaration says. */
export interface KindManifest extends Partial<Omit<Manifest, 'menu' | 'creates'>> {
  readonly order: number;
  readonly detail: Lazy<ScreenProps>;
  /** A detail that is asked for anew each time that its tab is shown. */
  readonly isRefetchedOnShow?: true;
  /** Its list, for a kind that has one: where its entry stands in the menu, and the keys that lead there. */
  readonly list?: KindList;
  /** How one is begun, for a kind that may be; called as one of the kind is unless it says otherwise. */
  readonly begin?: Pick<Creation, 'order' | 'key' | 'run'> & Partial<Creation>;
}

/** The manifest of a kind of item: its screens, its entry in the menu and its creation are as it declares them. */
export function kindManifest(kind: ItemKindName, given: KindManifest): Manifest {
  const { name = kind, list, detail, isRefetchedOnShow, begin, screens, warm, ...more } = given;
  const { words, rights, routes, icon: iconName } = kindOf(kind);
  const icon = iconName as IconName;
  const { de, en } = words;
  // Who sees a kind without a right of its own to begin one may begin one.
  const right = rights.create ?? rights.list;
  const keptAlive = isRefetchedOnShow ? {} : { keptAlive: true as const };
  const manifest: Manifest = {
    ...(rights.list && { right: rights.list.name }),
    ...more,
    name,
    screens: { ...screens, [routes.detail.name]: { kind: 'detail', component: detail, icon, ...keptAlive } },
    menu: [],
    ...(begin &&
      right && {
        creates: [{ name, icon, label: { de: de.one, en: en.one }, right: right.name, ...begin }],
      }),
    warm() {
      void detail.load();
      warm?.();
    },
  };
  if (list === undefined || routes.list === undefined) return manifest;
  const { load, around: Around, isWhole, ...entry } = list;
  const { component: List } = listScreen(load);
  const route = routes.list.name as ListDeclaration['route'];
  const screen: Screen = {
    kind: 'list',
    ...(isWhole && { isWhole }),
    component: Around
      ? (props) => (
          <Around {...props}>
            <List {...props} />
          </Around>
        )
      : List,
  };
  return {
    ahead: async () => {
      const [{ aheadOf }, declared] = await Promise.all([loadSources(), load()]);
      return (client) => aheadOf(client, declared);
    },
    ...manifest,
    screens: { ...manifest.screens, [route]: screen },
    menu: [
      {
        route,
        path: defaultPathOf(route),
        icon,
        label: { de: de.list ?? de.many, en: en.list ?? en.many },
        useCount: () => useModuleCount(kind),
        isKind: true,
        ...entry,
      },
    ],
    warm() {
      void List.load();
      manifest.warm?.();
    },
  };
}
