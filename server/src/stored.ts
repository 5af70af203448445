import { accountStored } from './modules/account/index.ts';
import { activityStored } from './modules/activity/index.ts';
import { appointmentStored } from './modules/appointment/index.ts';
import { documentStored } from './modules/document/index.ts';
import { mailStored } from './modules/mail/index.ts';
import { messageStored } from './modules/message/index.ts';
import { phonecallStored } from './modules/phonecall/index.ts';
import { recordStored } from './modules/record/index.ts';
import { settingsStored } from './modules/settings/index.ts';
import type { Stored } from './platform/storage/stored.ts';

/** Which server processes there were, and what each of them held, is over when a backup is restored. */
const platformStored: Stored = {
  module: 'platform',
  secrets: [],
  blobs: [
    { table: 'upload', column: 'blob_hash' },
    { table: 'upload_part', column: 'blob_hash' },
  ],
  afterRestore: ['delete from lease', 'delete from used_ticket', 'delete from server_process'],
};

/** What modules store that is more than rows; tests find a column that is missing here. */
export const STORED: readonly Stored[] = [
  platformStored,
  accountStored,
  activityStored,
  appointmentStored,
  documentStored,
  mailStored,
  messageStored,
  phonecallStored,
  recordStored,
  settingsStored,
];
