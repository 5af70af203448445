import { MAX_VALUE, settingsEvents, type PersonSetting, type settingsCommands } from '@kontor/contract/settings';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { keptVersion } from './rules.ts';
import { readSettings, writeChoices, type Choice } from './store.ts';

/** What is done with the settings of a person that were chosen or reset. */
export type OnChosen = (ctx: CommandContext, keys: readonly string[]) => Promise<void>;

export const commandHandlers = (onChosen: OnChosen): CommandHandlers<typeof settingsCommands> => ({
  change(ctx, { values, versions }) {
    const given: Readonly<Record<string, number | undefined>> = versions;
    return choose(
      ctx,
      Object.entries(values).map(([key, value]) => {
        if (JSON.stringify(value).length > MAX_VALUE) fail('SETTING_TOO_LARGE', { detail: key });
        return { key, value, version: given[key] ?? fail('VERSION_MISSING', { detail: key }) };
      }),
      onChosen,
    );
  },

  reset(ctx, { versions }) {
    return choose(
      ctx,
      Object.entries(versions).map(([key, version]) => ({ key, value: undefined, version })),
      onChosen,
    );
  },
});

/** Writes what is newest, tells the person's other devices where anything was, and returns what holds now. */
export async function choose(
  ctx: CommandContext,
  choices: readonly Choice[],
  onChosen?: OnChosen,
): Promise<{ settings: PersonSetting[] }> {
  const { db, instance, person, processIds } = ctx;
  const now = ctx.now();
  const kept = choices.map((choice) => ({ ...choice, version: keptVersion(choice.version, now) }));
  const written = await writeChoices(db, instance.id, person.id, kept);
  if (written.length > 0)
    ctx.emit(
      settingsEvents.changed,
      { users: [person.id] },
      { keys: ['settings'], processIds: [...processIds], aggregateIds: [] },
    );
  await onChosen?.(ctx, written);
  const keys = choices.map(({ key }) => key);
  return { settings: keys.length === 0 ? [] : await readSettings(db, instance.id, person.id, keys) };
}
