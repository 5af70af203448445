import type { BookingHours } from '@kontor/contract/appointment';
import type { Generated } from 'kysely';
import type { Json } from '../../../platform/db/tables.ts';
import type { AlertTime } from '../tables.ts';

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    booking_page: {
      instance_id: number;
      page_id: Generated<number>;
      slug: string;
      owner_id: number | null;
      group_id: number | null;
      title: string;
      description: string;
      durations: number[];
      location: string;
      hours: Json<BookingHours[]>;
      buffer_before: number;
      buffer_after: number;
      notice_hours: number;
      days_ahead: number;
      max_per_day: number | null;
      is_on: boolean;
      type_id: number | null;
      alert: Json<AlertTime> | null;
    };
    booking_hold: {
      instance_id: number;
      hold_id: Generated<number>;
      page_id: number | null;
      host_id: number;
      guest_name: string;
      guest_address: string;
      words: string;
      language: 'de' | 'en';
      zone: string;
      during: string;
      is_held: boolean;
      releases_at: Timestamp;
      confirm_hash: Buffer;
      cancel_hash: Buffer | null;
      cancelled_at: Timestamp | null;
      appointment_id: number | null;
    };
  }
}
