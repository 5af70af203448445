import * as v from 'valibot';
import { defineEvent, defineTransientEvent, eventPayload } from '../../kernel/index.ts';
import { ATTENDANCE_KEY, attendedPayload } from '../activity/index.ts';
import { TextSchema } from './entities.ts';

/** The thread that an event is about: whose with the sender; null for that of all. */
const thread = { aggregateId: v.string(), partner: v.nullable(v.number()) };

/**
 * Something was said in a thread. Goes to everybody who reads it, and bears the text, so that an open thread has nothing to ask for: whoever
 * has not the number before it asks for what is between. `text` is null where it is too long to be brought along; `no` is there always.
 */
export const texted = defineEvent(
  'message.texted',
  v.object({ ...eventPayload, ...thread, no: v.number(), text: v.nullable(TextSchema) }),
);

/**
 * People have read a thread as far as a number. Goes to the devices of the person at once, and to who sent the message, of all who have read
 * within two seconds together.
 */
export const read = defineEvent(
  'message.read',
  v.object({
    ...eventPayload,
    aggregateId: v.string(),
    /** `partner` as in `message.texted`; `readAt`: ISO 8601. */
    readers: v.array(
      v.object({ userId: v.number(), partner: v.nullable(v.number()), no: v.number(), readAt: v.string() }),
    ),
  }),
);

/**
 * A text is another than it was: edited, taken back, or somebody has put a sign to it. Goes to everybody who reads it; `partner` is null for the first
 * text, which stands in all threads. Without `text` what was read from the keys is another.
 */
export const changed = defineEvent(
  'message.changed',
  v.object({ ...eventPayload, ...thread, text: v.nullable(TextSchema) }),
);

/** What holds for the messages of the instance is another. */
export const rulesChanged = defineEvent('message.rulesChanged', v.object(eventPayload));

/** The people who are in a thread are others than before, or do something else. Goes to those of the thread, each without themselves. */
export const attended = defineTransientEvent('message.attended', v.object({ ...attendedPayload, ...thread }), {
  keys: [ATTENDANCE_KEY],
});

export const events = { texted, read, changed, attended, rulesChanged } as const;
