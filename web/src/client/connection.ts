import type { Environment } from './environment.ts';
import type { RealtimeState } from './realtime.ts';
import { createValue } from './value.ts';

/** What the person should know about the way to the server. */
export interface Connection {
  readonly online: boolean;
  /** Since when the server has said that it has too much to do, in milliseconds since 1970; undefined while it has not. */
  readonly busySince: number | undefined;
  readonly realtime: RealtimeState;
  /** The server does not see the real-time channel: it knows by what it is told alone that this device is in the foreground. */
  readonly isUnseen: boolean;
}

export function createConnection(env: Environment) {
  const connection = createValue<Connection>({
    online: env.online(),
    busySince: undefined,
    realtime: 'connecting',
    isUnseen: false,
  });
  const setConnection = (change: Partial<Connection>): void => {
    const before = connection.get();
    const next = { ...before, ...change };
    const keys = Object.keys(change) as (keyof Connection)[];
    if (keys.some((key) => next[key] !== before[key])) connection.set(next);
  };
  return { connection, setConnection };
}
