import { bookingPeople } from './between-modules.ts';
import { createAppGate, instanceAt, type GateParts } from './modules/account/index.ts';
import type { ItemKinds } from './modules/activity/index.ts';
import { calendarTasks } from './modules/task/index.ts';
import type { createMailer } from './platform/mailsend/index.ts';
import type { Instance, Platform } from './platform/operation/context.ts';
import type { Realtime } from './open-realtime.ts';

interface Given {
  readonly platform: Platform;
  readonly gateParts: GateParts;
  readonly repeats: Realtime['repeats'];
  readonly itemKinds: () => ItemKinds;
  readonly mailer: ReturnType<typeof createMailer>;
  readonly originOf: (instance: Instance) => string;
}

/** What programs that show calendars are answered with, and guests of booking pages. */
export const calendarParts = ({ platform, gateParts, repeats, itemKinds, mailer, originOf }: Given) => ({
  dav: {
    platform,
    change: gateParts.change,
    repeats,
    gate: createAppGate(gateParts, 'calendar'),
    instances: () => gateParts.directory.all(),
    languageOf: bookingPeople.languageOf,
    zoneOf: bookingPeople.zoneOf,
    tasks: calendarTasks(itemKinds),
  },
  feeds: { platform, instanceById: (id: number) => gateParts.directory.byId(id) },
  booking: {
    ...bookingPeople,
    platform,
    change: gateParts.change,
    mailer,
    originOf,
    instanceAt: instanceAt(gateParts),
  },
});
