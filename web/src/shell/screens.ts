import type { Manifest, Screen } from './manifest.ts';
import { matchPath, type Match, type RouteName } from './routes.ts';

/** A screen at an address. */
export interface Shown {
  readonly address: string;
  readonly match: Match;
  readonly screen: Screen;
}

export function screensOf(modules: readonly Manifest[]): ReadonlyMap<RouteName, Screen> {
  return new Map(modules.flatMap((module) => Object.entries(module.screens) as [RouteName, Screen][]));
}

export function findScreen(screens: ReadonlyMap<RouteName, Screen>, address: string): Shown | undefined {
  const match = matchPath(address);
  const screen = match === undefined ? undefined : screens.get(match.name);
  return match === undefined || screen === undefined ? undefined : { address, match, screen };
}

/** What kind of screen stands at an address. */
export function kindOfScreens(modules: readonly Manifest[]): (address: string) => Screen['kind'] | undefined {
  const screens = screensOf(modules);
  return (address) => findScreen(screens, address)?.screen.kind;
}

/** Whether a tab is drawn: the one that is shown, what is edited, and what stays as it was left. */
export const isDrawn = (key: string, shown: string | undefined, isEdited: boolean, isKeptAlive: boolean): boolean =>
  key === shown || isEdited || isKeptAlive;
