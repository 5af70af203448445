import type { CalendarEvent, CalendarReply } from '../../platform/mailparse/index.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import type { ItemKinds, ListReader } from '../activity/index.ts';

/** What a person says to an invitation, for whoever sends it to the organiser. */
export interface Reply {
  readonly userId: number;
  /** The address that was invited. */
  readonly invitedAs: string;
  readonly event: CalendarEvent;
  readonly answer: CalendarReply['answer'];
  readonly comment: string;
}

/** Sends such a reply, in the transaction of `ctx`; nothing where the person may not write from the address that was invited. */
export type SendReply = (ctx: ChangeContext, reply: Reply) => Promise<void>;

/** What the module needs of those beside it. */
export interface AppointmentParts {
  readonly list: ListReader;
  readonly itemKinds: () => ItemKinds;
  /** Tells an organiser outside by mail what somebody says. */
  readonly sendReply: SendReply;
}

/** What has to be known of kinds of item where one of them is changed. */
export type KindParts = Pick<AppointmentParts, 'itemKinds'>;
