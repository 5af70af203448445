import type { Grown } from '../../../platform/db/growth.ts';

/** What grows with mails. */
export const MAILS: Grown = {
  table: 'activity_user',
  counted: `activity (instance_id, activity_id, ts, box_id, module), activity_user,
    mail (instance_id, mail_id, content_key, unreadable), mail_folder,
    mail_copy (instance_id, copy_id, folder_id, uid, mail_id, raw_hash)`,
};
