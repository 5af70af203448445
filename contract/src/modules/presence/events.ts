import * as v from 'valibot';
import { defineEvent, defineTransientEvent, eventPayload } from '../../kernel/index.ts';
import { OWN_PRESENCE_KEY, PRESENCE_KEY, PresenceChangeSchema } from './entities.ts';

/**
 * Others are there than before, or something else shows of them: of each person once, what shows now. Goes to all of the instance, at most once a second
 * from one server process. A client listens to it only while it is in the foreground: its person is there for as long as it does.
 */
export const presenceChanged = defineTransientEvent(
  'presence.changed',
  v.object({ ...eventPayload, changed: v.array(PresenceChangeSchema) }),
  { keys: [PRESENCE_KEY] },
);

/**
 * What the person has chosen, or the place where they are, is another. Goes to that person alone, and is stored nowhere: what is told whom when
 * would say who came to a place and left it.
 */
export const ownPresenceChanged = defineTransientEvent('presence.ownChanged', v.object(eventPayload), {
  keys: [OWN_PRESENCE_KEY],
});

/** States of the instance, or places, are others. Goes to those who can see them. */
export const definitionsChanged = defineEvent('presence.definitionsChanged', v.object(eventPayload));

/** Somebody is there for whom the person waited. Goes to that person alone. */
export const userIsThere = defineEvent(
  'presence.isThere',
  v.object({ ...eventPayload, userId: v.number(), name: v.string() }),
);

export const events = { presenceChanged, ownPresenceChanged, definitionsChanged, userIsThere } as const;
