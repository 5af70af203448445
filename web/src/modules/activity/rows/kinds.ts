import { KINDS, type ItemKindName } from '@kontor/contract/kernel';
import type { CSSProperties } from 'react';
import type { Language } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';

type OfKinds<T> = Readonly<Record<ItemKindName, T>>;

/** Icon of each kind of item. */
export const KIND_ICONS = Object.fromEntries(KINDS.map(({ name, icon }) => [name, icon])) as OfKinds<IconName>;

/** The quiet colour of a kind of item, for what stands in it: `color: var(--k)`. One that has none has that of records. */
export const kindColour = (name: ItemKindName): CSSProperties =>
  ({ '--k': `var(--k-${name}, var(--k-record))` }) as CSSProperties;

/** What each kind of item is called: one of them, or many. */
export const kindWords = (language: Language, word: 'one' | 'many') =>
  Object.fromEntries(KINDS.map(({ name, words }) => [name, words[language][word]])) as OfKinds<string>;

/** What stands in the place of a title that an item of a kind does not have. */
export const untitledWords = (language: Language, otherwise: string) =>
  Object.fromEntries(KINDS.map(({ name, words }) => [name, words[language].untitled ?? otherwise])) as OfKinds<string>;
