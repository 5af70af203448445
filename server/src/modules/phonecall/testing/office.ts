import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EgressPolicy } from '../../../platform/egress/index.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { insertBox } from '../../account/index.ts';

/** An instance with three people, of whom the first administers, and a list of calls that the first two belong to. */
export interface Office {
  readonly server: TestServer;
  readonly instance: Instance;
  readonly anna: TestClient;
  readonly ben: TestClient;
  readonly carla: TestClient;
  readonly ids: { readonly anna: number; readonly ben: number; readonly carla: number };
  readonly listId: number;
}

/** Names under `.test` lead to this machine; all else is looked up by nobody. */
export const LOCAL_PHONES: EgressPolicy = {
  allowPrivateHosts: true,
  lookup: async (host) => {
    if (!host.endsWith('.test')) throw new Error('nobody');
    return [{ address: '127.0.0.1', family: 4 }];
  },
};

export async function openOffice(
  name: string,
  options: Parameters<typeof startTestServer>[1] = {},
  env: Record<string, string> = {},
): Promise<Office> {
  const server = await startTestServer(env, { ...options, phone: { phonePolicy: LOCAL_PHONES, ...options.phone } });
  const instance = await server.instance(name);
  const ids = {
    anna: await server.person(instance, 'anna', { isAdministrator: true }),
    ben: await server.person(instance, 'ben'),
    carla: await server.person(instance, 'carla'),
  };
  const listId = await insertBox(server.platform.database.forInstance(instance.id), instance.id, {
    module: 'phonecall',
    name: 'Zentrale',
    sharedState: true,
    memberIds: [ids.anna, ids.ben],
  });
  const [anna, ben, carla] = await Promise.all(
    (['anna', 'ben', 'carla'] as const).map((userName) => server.client(instance, userName)),
  );
  if (anna === undefined || ben === undefined || carla === undefined) throw new Error('somebody is missing');
  return { server, instance, ids, listId, anna, ben, carla };
}

/** What a peer was asked. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface PeerAnswer {
  status: number;
  body: string;
  /** It answers no earlier. */
  until?: Promise<void>;
}

/** A telephone system on this machine that notes what it is asked and answers as it is told to. */
export async function openPeer(answer: PeerAnswer = { status: 200, body: '{}' }) {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
      void Promise.resolve(answer.until).then(() =>
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    answer,
    /** By a name that leads here; by its address the person's own machine is meant. */
    url: `http://pbx.test:${port}`,
    local: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
