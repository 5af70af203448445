import type { settingsQueries } from '@kontor/contract/settings';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { readSettings } from './store.ts';

export const queryHandlers: QueryHandlers<typeof settingsQueries> = {
  mine: ({ db, instance, person }) => readSettings(db, instance.id, person.id),
};
