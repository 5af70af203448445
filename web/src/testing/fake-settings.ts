import {
  isPersonal,
  settingsCommands,
  settingsQueries,
  type PersonSetting,
  type Settings,
} from '@kontor/contract/settings';
import type { FakeServer } from './fake-server.ts';

/** What a person has set is kept, as a server does: it comes back with every answer, and would undo itself else. */
export function answerSettings(server: FakeServer, given: Partial<Settings>): void {
  const kept = new Map<string, PersonSetting>();
  const keep = (key: string, value: unknown, version: number): PersonSetting => {
    const setting = { key, value, version };
    kept.set(key, setting);
    return setting;
  };
  for (const [key, value] of Object.entries(given)) if (isPersonal(key)) keep(key, value, 1);
  server.answer(settingsQueries.mine, () => [...kept.values()]);
  server.answer(settingsCommands.change, ({ values, versions }) => {
    const version = (key: string): number => (versions as Readonly<Record<string, number>>)[key] ?? 1;
    return { settings: Object.entries(values).map(([key, value]) => keep(key, value, version(key))) };
  });
  server.answer(settingsCommands.reset, ({ versions }) => ({
    settings: Object.entries(versions).map(([key, version]) => keep(key, null, version)),
  }));
}
