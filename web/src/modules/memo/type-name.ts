import type { texts } from './texts.ts';

/** What a kind of conversation is called: as the instance calls it, and in the reader's language where it is one of those that all begin with. */
export const typeName = ({ types: known }: Pick<(typeof texts)['de'], 'types'>, name: string): string =>
  (known as Readonly<Record<string, string>>)[name] ?? name;
