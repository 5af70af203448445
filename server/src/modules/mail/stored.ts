import type { Stored } from '../../platform/storage/stored.ts';
import { passwordBinding, secretBinding, smtpPasswordBinding, tokenBinding } from './mailboxes/credentials.ts';
import { dkimBinding } from './sending/dkim-key.ts';

const KEY = ['instance_id', 'account_id'] as const;

export const mailStored: Stored = {
  module: 'mail',
  secrets: [
    { table: 'mail_account', column: 'sealed_password', key: KEY, boundTo: passwordBinding },
    { table: 'mail_account', column: 'sealed_client_secret', key: KEY, boundTo: secretBinding },
    { table: 'mail_account', column: 'sealed_refresh_token', key: KEY, boundTo: tokenBinding },
    { table: 'mail_account', column: 'sealed_smtp_password', key: KEY, boundTo: smtpPasswordBinding },
    { table: 'mail_dkim_key', column: 'sealed_key', key: ['instance_id', 'domain', 'selector'], boundTo: dkimBinding },
  ],
  blobs: [
    { table: 'mail', column: 'raw_hash' },
    { table: 'mail_attachment', column: 'blob_hash' },
    { table: 'mail_copy', column: 'raw_hash' },
    { table: 'mail_kept', column: 'raw_hash' },
    { table: 'mail_received', column: 'raw_hash' },
    { table: 'mail_image', column: 'blob_hash' },
    { table: 'mail_draft_file', column: 'blob_hash' },
    { table: 'mail_outgoing', column: 'raw_hash' },
    { table: 'mail_outgoing_file', column: 'blob_hash' },
    { table: 'mail_append', column: 'raw_hash' },
    { table: 'mail_import_file', column: 'blob_hash' },
  ],
};
