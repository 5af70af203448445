import type { Random } from '../../../web/src/client/core/simulation/clock.ts';
import type { Settings } from '../settings.ts';
import { ask } from './oracle.ts';
import { Proxy } from './proxy.ts';
import { openServices } from './services.ts';
import { Servers, portsFor } from './servers.ts';

/** This machine does not have what a run needs; the message says what. */
export class LeftOut extends Error {}

/** The servers of a run, with what they stand on and the ways to them. */
export interface Machines {
  readonly servers: Servers;
  readonly http: Proxy;
  readonly smtp: Proxy;
  /** To the broker, where there is one. */
  readonly channel: Proxy | undefined;
  /** Where clients reach the servers. */
  readonly base: string;
  /** Connection string of the database; undefined where it is the server's own. */
  readonly databaseUrl: string | undefined;
  close(): Promise<void>;
}

/** Makes them, and starts none of the servers. Throws `LeftOut`. */
export async function makeMachines(
  { servers: count, databaseUrl: given, defect }: Settings,
  { folder, random }: { readonly folder: string; readonly random: Random },
): Promise<Machines> {
  const services = count > 1 ? await openServices() : undefined;
  if (typeof services === 'string') throw new LeftOut(services);
  const external = services?.databaseUrl ?? given;
  const database = external === undefined ? undefined : await createDatabase(external);
  const ports = await portsFor(count);
  const http = await Proxy.open(
    ports.map((port) => port.http),
    random,
  );
  const smtp = await Proxy.open(
    ports.map((port) => port.smtp),
    random,
  );
  const channel = services === undefined ? undefined : await Proxy.open([services.channelPort], random);
  const base = `http://127.0.0.1:${http.port}`;
  const env = {
    ...services?.env,
    ...(channel === undefined ? {} : { KONTOR_PONG_PORT: String(channel.port) }),
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    KONTOR_PUBLIC_URL: base,
    KONTOR_SMTP_GREYLIST: 'false',
    KONTOR_PARSER_PROCESSES: '1',
  };
  const servers = new Servers({ ports, folder, env, defect: defect?.of === 'server' ? defect.name : undefined });
  return {
    servers,
    http,
    smtp,
    channel,
    base,
    databaseUrl: database?.url,
    async close() {
      for (const proxy of [http, smtp, channel]) proxy?.close();
      await servers.close();
      await database?.drop();
      await services?.close();
    },
  };
}

async function createDatabase(url: string): Promise<{ readonly url: string; drop(): Promise<unknown> }> {
  const name = `chaos_${Math.random().toString(36).slice(2, 12)}`;
  await ask(url, `create database ${name}`);
  const made = new URL(url);
  made.pathname = `/${name}`;
  return { url: made.href, drop: () => ask(url, `drop database if exists ${name} with (force)`) };
}
