import type { Rule } from '@kontor/contract/mail';
import type { Generated } from 'kysely';
import type { Defaulted, Json } from '../../../platform/db/tables.ts';

/** When a rule is for a mail. */
export type RuleConditions = Pick<Rule, 'match' | 'conditions'>;

/** What a rule did to a mail. */
export interface FiredRule {
  readonly ruleId: string;
  readonly name: string;
  readonly actions: readonly {
    readonly kind: string;
    readonly outcome: 'done' | 'skipped';
    readonly why: string;
  }[];
}

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    mail_right: {
      instance_id: number;
      account_id: number;
      subject: 'person' | 'group';
      subject_id: number;
      sends: boolean;
      manages: boolean;
    };
    mail_claim: { instance_id: number; mail_id: number; box_id: Defaulted<number>; user_id: number; at: Timestamp };
    mail_comment: {
      instance_id: number;
      comment_id: Generated<number>;
      mail_id: number;
      user_id: number;
      content: string;
      mentions: Defaulted<readonly number[]>;
      /** In which box who wrote it had the mail. */
      box_id: number | null;
      version: Defaulted<number>;
      at: Timestamp;
      edited_at: Timestamp | null;
      deleted_at: Timestamp | null;
    };
    mail_rule: {
      instance_id: number;
      rule_id: string;
      account_id: number | null;
      owner_id: number;
      name: string;
      place: number;
      is_on: boolean;
      conditions: Json<RuleConditions>;
      actions: Json<Rule['actions']>;
      stops: boolean;
      version: Defaulted<number>;
      deleted_at: Timestamp | null;
    };
    mail_rule_run: {
      instance_id: number;
      mail_id: number;
      account_id: number;
      owner_id: Defaulted<number>;
      at: Timestamp;
      fired: Json<readonly FiredRule[]>;
    };
    mail_absence: {
      instance_id: number;
      user_id: Defaulted<number>;
      account_id: Defaulted<number>;
      starts_at: Timestamp;
      ends_at: Timestamp;
      subject: string;
      content: string;
      inner_content: string;
      answers: boolean;
      substitute_id: number | null;
      version: Defaulted<number>;
      stage: Defaulted<'coming' | 'begun' | 'over'>;
      last_starts_at: Timestamp | null;
      last_ends_at: Timestamp | null;
    };
    mail_auto_answer: { instance_id: number; account_id: number; address: string; at: Timestamp };
    mail_substitution: {
      instance_id: number;
      mail_id: number;
      user_id: number;
      for_user_id: Defaulted<number>;
      for_account_id: Defaulted<number>;
      account_id: Defaulted<number>;
      at: Timestamp;
      ended_at: Timestamp | null;
      status: 1 | 2 | 3 | null;
    };
  }
}
