import {
  NOTIFICATION_KEYS,
  SETTINGS,
  type notificationCommands,
  type notificationQueries,
} from '@kontor/contract/settings';
import type { ResultOf } from '@kontor/contract/kernel';
import type { CommandHandlers, QueryHandlers } from '../../platform/operation/manifest.ts';
import { choose } from './commands.ts';
import { readSettings } from './store.ts';

type Flags = ResultOf<typeof notificationQueries.configuration>;

// They are settings of the person: what is chosen by one way holds by the other.
export const notificationQueryHandlers: QueryHandlers<typeof notificationQueries> = {
  async configuration({ db, instance, person }) {
    const chosen = new Map(
      (await readSettings(db, instance.id, person.id, NOTIFICATION_KEYS)).map(({ key, value }) => [key, value]),
    );
    const flagOf = (key: keyof Flags): boolean => {
      const value = chosen.get(key);
      return typeof value === 'boolean' ? value : SETTINGS[key].default;
    };
    return Object.fromEntries(NOTIFICATION_KEYS.map((key) => [key, flagOf(key)])) as Flags;
  },
};

export const notificationCommandHandlers: CommandHandlers<typeof notificationCommands> = {
  async update(ctx, flags) {
    const { db, instance, person } = ctx;
    const known = await readSettings(db, instance.id, person.id, NOTIFICATION_KEYS);
    const newest = known.reduce((most, { version }) => Math.max(most, version), 0);
    const version = Math.max(ctx.now(), newest + 1);
    await choose(
      ctx,
      NOTIFICATION_KEYS.map((key) => ({ key, value: flags[key], version })),
    );
    return {};
  },
};
