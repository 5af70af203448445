import { CALENDAR_IMPORTS_KEY, appointmentEvents } from '@kontor/contract/appointment';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { ImportRow } from './store.ts';

/** Tells whose an import is that it got further. */
export const tellImport = (ctx: ChangeContext, { user_id: userId }: Pick<ImportRow, 'user_id'>): void =>
  ctx.emit(
    appointmentEvents.rightsChanged,
    { users: [userId], isQuiet: true },
    { keys: [CALENDAR_IMPORTS_KEY], processIds: [...ctx.processIds], aggregateIds: [] },
  );
