import type { Stored } from '../../platform/storage/stored.ts';
import { locationBinding, sessionBinding } from './dialling/index.ts';
import { historyBinding, lineBinding } from './lines/index.ts';

/** Keys of telephone systems and of ways to make calls; faxes and voice messages. */
export const phonecallStored: Stored = {
  module: 'phonecall',
  secrets: [
    { table: 'phone_line', column: 'sealed_secret', key: ['instance_id', 'line_id'], boundTo: lineBinding },
    { table: 'phone_line', column: 'sealed_history', key: ['instance_id', 'line_id'], boundTo: historyBinding },
    { table: 'dial_location', column: 'sealed', key: ['instance_id', 'location_id'], boundTo: locationBinding },
    { table: 'dial_attempt', column: 'sealed_session', key: ['instance_id', 'call_id'], boundTo: sessionBinding },
  ],
  blobs: [{ table: 'phone_call', column: 'file_hash' }],
};
