import type { Environment } from './environment.ts';
import type { RealtimeState } from './realtime.ts';
import { createValue } from './value.ts';

/** What the person should know about the way to the server. */
export interface Connection {
  readonly online: boolean;
  /** Since when the server has said that it has too much to do, in milliseconds since 1970; undefined while it has not. */
  readonly busySince: number | undefined;
  readonly realtime: RealtimeState;
}

export function createConnection(env: Environment) {
  const connection = createValue<Connection>({ online: env.online(), busySince: undefined, realtime: 'connecting' });
  const setConnection = (change: Partial<Connection>): void => {
    const before = connection.get();
    const next = { ...before, ...change };
    const same = next.online === before.online && next.realtime === before.realtime;
    if (!same || next.busySince !== before.busySince) connection.set(next);
  };
  return { connection, setConnection };
}
