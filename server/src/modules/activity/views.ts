import { DIRECTIONS, type EntryRow } from '@kontor/contract/activity';
import { moduleOfNumber } from '@kontor/contract/kernel';
import type { PageRow } from './store/lists.ts';

/** A row as lists hand it out. */
export const toEntryRow = (row: PageRow): EntryRow => ({
  entryId: row.activity_id,
  boxId: row.box_id,
  aggregateVersion: row.version,
  moduleName: moduleOfNumber(row.module),
  timestamp: Math.floor(row.seconds),
  status: row.status,
  direction: DIRECTIONS[row.direction] ?? 'bidirectional',
  archived: row.archived,
  trashed: row.trashed,
  globalized: row.is_shared,
  idoCount: row.ido_count,
  contact: row.contact,
  contactPicture: null,
  information: row.information,
  channel: row.channel,
  context: row.context,
  directAccessUser: null,
  userList: row.user_ids.map((id, index) => [id, row.statuses[index] ?? 1] as const).toSorted(([a], [b]) => a - b),
  extras:
    row.spam || row.trashed
      ? { ...row.extras, isSpam: row.spam, isTrash: row.trashed, isDeleted: row.trashed }
      : row.extras,
});
