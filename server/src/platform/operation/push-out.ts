import type { ItemKindName } from '@kontor/contract/kernel';
import type { ChangeContext } from './context.ts';

/** What devices are pushed: never a word of an item, but its number. `person`: somebody who is waited for is there; the tag has their number. `test`: a session tries the way to itself. */
export interface PushOutMessage {
  readonly kind: 'alarm' | 'item' | 'silence' | 'count' | 'person' | 'test';
  readonly module?: ItemKindName;
  readonly entryId?: number;
  /** Of use for half a minute, and to be shown at once: it rings. It is not kept for when a device is there, or quiet hours are over. */
  readonly isUrgent?: true;
  /** Browsers are not told: what they show is renewed by pages. */
  readonly isForPhones?: true;
  /** Which alarms it is about, as `PushMessageSchema` has it. */
  readonly alarms?: string;
  /** The same for what replaces each other. */
  readonly tag: string;
}

/** Pushes a message to the devices of people, with the transaction or not at all. Nothing for who has none. */
export type PushOut = (ctx: ChangeContext, userIds: readonly number[], message: PushOutMessage) => Promise<void>;
