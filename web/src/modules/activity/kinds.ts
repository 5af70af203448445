import { KINDS, type ModuleName } from '@kontor/contract/kernel';
import type { Language } from '../../shell/index.ts';
import type { IconName } from '../../ui/icon-names.ts';

type OfKinds<T> = Readonly<Record<ModuleName, T>>;

/** Icon of each kind of item. */
export const KIND_ICONS = Object.fromEntries(KINDS.map(({ name, icon }) => [name, icon])) as OfKinds<IconName>;

/** What each kind of item is called: one, many, or one without a title. */
export const kindWords = (language: Language, word: 'one' | 'many' | 'untitled') =>
  Object.fromEntries(KINDS.map(({ name, words }) => [name, words[language][word]])) as OfKinds<string>;
