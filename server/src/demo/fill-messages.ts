import { STATES } from '@kontor/contract/activity';
import { findUserByName } from '../modules/account/index.ts';
import { lockItems } from '../modules/activity/index.ts';
import { makeMessage, type StandingToMake, type TextToMake } from '../modules/message/index.ts';
import { linkItems, recordsOfAddresses } from '../modules/record/index.ts';
import type { Change } from '../platform/operation/change.ts';
import type { Instance } from '../platform/operation/context.ts';
import { createCalendar } from './calendar.ts';
import { MESSAGES, type Colleague, type DemoMessage } from './messages.ts';
import { person } from './people.ts';
import { hasMessages } from './store.ts';

const COLLEAGUES: readonly Colleague[] = ['anna', 'ben', 'chris'];
const MINUTE_MS = 60_000;

/** Makes what the demo's people have asked each other, all of it or nothing, some of it about the customers that they have. */
export const fillMessages = (change: Change, instance: Instance, since: Date): Promise<void> =>
  change(instance, async (ctx) => {
    const { db } = ctx;
    if (await hasMessages(db, instance.id)) return;
    const ids = new Map<Colleague, number>();
    for (const name of COLLEAGUES) {
      const user = await findUserByName(db, instance.id, name);
      if (user !== undefined) ids.set(name, user.user_id);
    }
    if (ids.size < COLLEAGUES.length) return;
    const addresses = MESSAGES.flatMap(({ about }) => (about === undefined ? [] : [person(about).address]));
    const known = await recordsOfAddresses(db, instance.id, addresses);
    const calendar = createCalendar(since);
    const idOf = (name: Colleague): number => ids.get(name) ?? 0;
    for (const message of MESSAGES) {
      const { to, about, isOpen = false, confirm = false, texts } = message;
      const begunBy = texts[0]?.by ?? 'anna';
      const receivers = to.map(idOf);
      const made = texts.map((text) =>
        toText(text, { begunBy, to, idOf, at: (spec) => calendar.at(spec, 0).getTime() }),
      );
      const messageId = await makeMessage(ctx, {
        begunBy: idOf(begunBy),
        receivers,
        addressee: receivers,
        groupName: null,
        isOpen,
        confirms: confirm,
        texts: made,
        standings: [begunBy, ...to].map((name) => standingOf(message, name, idOf(name), made)),
      });
      const record = about && known.get(person(about).address)?.find(({ instanceTitle }) => instanceTitle === 'Kunden');
      if (record === undefined) continue;
      await lockItems(ctx, [messageId]);
      await linkItems(ctx, [messageId], record.recordId, { reason: 'hand', detail: '', userId: idOf(begunBy) });
    }
  });

interface Around {
  readonly begunBy: Colleague;
  readonly to: readonly Colleague[];
  idOf(name: Colleague): number;
  /** Milliseconds of a time of the demo's calendar. */
  at(spec: string): number;
}

function toText(text: DemoMessage['texts'][number], { begunBy, to, idOf, at }: Around): TextToMake {
  const sentAt = at(text.at);
  return {
    by: idOf(text.by),
    at: sentAt,
    content: `<p>${text.text}</p>`,
    partner: idOf(text.by === begunBy ? (text.with ?? to[0] ?? begunBy) : text.by),
    replyTo: text.replyTo ?? null,
    edited: text.before === undefined ? undefined : { before: `<p>${text.before}</p>`, at: sentAt + 2 * MINUTE_MS },
    reactions: Object.entries(text.signs ?? {}).map(([name, sign]) => ({ sign, by: idOf(name as Colleague) })),
  };
}

function standingOf(
  { states = {}, unread = {}, confirmed = [], texts }: DemoMessage,
  name: Colleague,
  userId: number,
  made: readonly TextToMake[],
): StandingToMake {
  const last = made.at(-1)?.at ?? 0;
  return {
    userId,
    status: STATES[states[name] ?? 'ready'],
    readAt: last + 5 * MINUTE_MS,
    unread: unread[name] ?? 0,
    confirmedAt: confirmed.includes(name) ? (made[0]?.at ?? 0) + (texts.length + name.length) * 7 * MINUTE_MS : null,
  };
}
