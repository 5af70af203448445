import { accountStored } from './modules/account/index.ts';
import { activityStored } from './modules/activity/index.ts';
import { alarmStored } from './modules/alarm/index.ts';
import { documentStored } from './modules/document/index.ts';
import { mailStored } from './modules/mail/index.ts';
import { memoStored } from './modules/memo/index.ts';
import { phonecallStored } from './modules/phonecall/index.ts';
import { recordStored } from './modules/record/index.ts';
import { settingsStored } from './modules/settings/index.ts';
import { sharingStored } from './modules/sharing/index.ts';
import { taskStored } from './modules/task/index.ts';
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

/** What every module stores: a line a module, which a test demands. */
export const STORED: readonly Stored[] = [
  platformStored,
  accountStored,
  activityStored,
  alarmStored,
  documentStored,
  mailStored,
  memoStored,
  phonecallStored,
  recordStored,
  settingsStored,
  sharingStored,
  taskStored,
];
