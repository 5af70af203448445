import { useKeyName, useLanguage } from '../context.tsx';
import { useMenu } from '../menu/drawer.tsx';
import { nameOfKeys } from './keys.ts';
import { KEY_AREAS, KEY_LINES, type KeyLine } from './key-table.ts';

export interface NamedLine extends KeyLine {
  /** The key as it is now; empty where there is none. */
  readonly name: string;
}

/** All that keys do, with the places of the menu, by area. */
export function useKeyLines(): readonly NamedLine[] {
  const nameOf = useKeyName();
  const language = useLanguage();
  const destinations = useMenu()
    .filter(({ keys }) => keys !== '')
    .map(({ keys, label }): KeyLine => ({
      area: 'places',
      key: keys,
      label: { de: `Gehe zu: ${label.de}`, en: `Go to: ${label.en}` },
    }));
  return [...destinations, ...KEY_LINES]
    .toSorted((a, b) => KEY_AREAS.indexOf(a.area) - KEY_AREAS.indexOf(b.area))
    .map((line) => ({
      ...line,
      name: line.shown === undefined ? nameOf(line.key ?? '') : nameOfKeys(line.shown, language),
    }));
}
