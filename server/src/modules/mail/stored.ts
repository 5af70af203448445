import type { Stored } from '../../platform/storage/stored.ts';
import { passwordBinding, secretBinding, tokenBinding } from './credentials.ts';

const KEY = ['instance_id', 'account_id'] as const;

export const mailStored: Stored = {
  module: 'mail',
  secrets: [
    { table: 'mail_account', column: 'sealed_password', key: KEY, boundTo: passwordBinding },
    { table: 'mail_account', column: 'sealed_client_secret', key: KEY, boundTo: secretBinding },
    { table: 'mail_account', column: 'sealed_refresh_token', key: KEY, boundTo: tokenBinding },
  ],
  blobs: [
    { table: 'mail', column: 'raw_hash' },
    { table: 'mail_attachment', column: 'blob_hash' },
    { table: 'mail_copy', column: 'raw_hash' },
    { table: 'mail_received', column: 'raw_hash' },
    { table: 'mail_image', column: 'blob_hash' },
  ],
};
