import { use, useMemo } from 'react';
import { useClient, useValue } from '../client/react.tsx';
import { useShell } from './context.tsx';
import type { Manifest, SettingsTab } from './manifest.ts';

const loading = new WeakMap<readonly Manifest[], Promise<readonly SettingsTab[]>>();

/** Those of all modules; what could not be loaded is loaded again when it is asked for the next time. */
function tabsOf(modules: readonly Manifest[]): Promise<readonly SettingsTab[]> {
  let tabs = loading.get(modules);
  if (tabs === undefined) {
    tabs = Promise.all(modules.map(async (module) => (await module.settings?.()) ?? [])).then((all) =>
      all.flat().toSorted((a, b) => a.order - b.order),
    );
    loading.set(modules, tabs);
    tabs.catch(() => loading.delete(modules));
  }
  return tabs;
}

/** The pages of the settings that the person has, from whatever modules bring one. */
export function useSettingsTabs(): readonly SettingsTab[] {
  const isAdministrator = useValue(useClient().configuration)?.isAdministrator === true;
  const tabs = use(tabsOf(useShell().modules));
  return useMemo(() => tabs.filter((tab) => isAdministrator || tab.administrators !== true), [tabs, isAdministrator]);
}
