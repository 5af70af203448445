import type { Defaulted } from '../../../platform/db/tables.ts';

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    mail_check: {
      instance_id: number;
      mail_id: number;
      due: Timestamp;
      tries: Defaulted<number>;
    };
    mail_certificate: {
      instance_id: number;
      address: string;
      fingerprint: string;
      mail_id: number;
    };
    mail_invitation_answer: {
      instance_id: number;
      uid: string;
      recurrence: Defaulted<string>;
      user_id: number;
      sequence: number;
      answer: 'accepted' | 'tentative' | 'declined';
      at: Timestamp;
      outgoing_id: number;
    };
    mail_unsubscribed: {
      instance_id: number;
      mail_id: number;
      user_id: number;
      way: 'oneClick' | 'mail' | 'link';
      state: 'asked' | 'done' | 'failed';
      at: Timestamp;
    };
    mail_authority: {
      instance_id: number;
      fingerprint: string;
      name: string;
      pem: string;
      valid_until: Timestamp;
      added_by: number;
    };
  }
}
