import { connect, type Socket as Connection } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { resolveHost, type EgressPolicy } from './resolve.ts';

export type { Connection };

/**
 * Opens a connection to a port that a person named, within `timeoutMs`: encrypted, and in the open to the own network alone. Throws EgressError
 * or Error. The caller listens for `error` from then on.
 */
export async function connectTo(
  host: string,
  port: number,
  policy: EgressPolicy,
  timeoutMs: number,
): Promise<Connection> {
  const { address, family, internal } = await resolveHost(host, policy);
  const socket = internal
    ? connect({ host: address, port, family })
    : connectSecurely({ host: address, port, servername: host });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), timeoutMs);
    socket.once(internal ? 'connect' : 'secureConnect', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
  return socket;
}
