import { queryKey } from './ask.ts';

/** Key under which a list's state of loading is kept. */
export const listQueryKey = (source: { readonly id: string }): string => queryKey({ name: 'list' }, source.id);
