import { use } from 'react';
import { useClient, useValue } from '../../client/react.tsx';
import { endedForReact } from '../../ui/lazily.tsx';
import { useShell } from '../context.tsx';
import type { Manifest, SettingsTab } from '../manifest.ts';

const loading = new WeakMap<Manifest, Promise<readonly SettingsTab[]>>();
const none = Promise.resolve<readonly SettingsTab[]>([]);

/** Those of a module; what could not be loaded is loaded again when it is asked for the next time. */
function tabsOf(module: Manifest, modules: readonly Manifest[]): Promise<readonly SettingsTab[]> {
  let tabs = loading.get(module);
  if (tabs === undefined) {
    tabs = endedForReact(module.settings?.(modules) ?? none);
    loading.set(module, tabs);
    tabs.catch(() => loading.delete(module));
  }
  return tabs;
}

/** Loads the pages of all modules before they are wanted. */
export const loadSettingsTabs = (modules: readonly Manifest[]): Promise<unknown> =>
  Promise.all(modules.map((module) => tabsOf(module, modules)));

/** The pages of the settings that the person has, from whatever modules bring one. */
export function useSettingsTabs(): readonly SettingsTab[] {
  const { modules } = useShell();
  const isAdministrator = useValue(useClient().configuration)?.isAdministrator === true;
  // All are asked for before the first is waited for. Each is remembered by its module, so that a right that is given or taken leaves
  // what is shown in its place.
  const promises = modules.map((module) => tabsOf(module, modules));
  const tabs = promises.flatMap((own) => use(own));
  return tabs.filter((tab) => isAdministrator || tab.administrators !== true).toSorted((a, b) => a.order - b.order);
}
