import { createHash } from 'node:crypto';
import type { EgressPolicy } from '../egress/index.ts';
import type { SubmitConnection } from './connect.ts';
import type { SubmitServer } from './server.ts';

/** How long a connection is kept for mails that follow, and for how many of them. */
export const KEPT_LIMITS = { idleMs: 5000, ageMs: 60_000, mails: 100 } as const;
export type KeptLimits = { readonly [K in keyof typeof KEPT_LIMITS]: number };

/** A connection over which mails have gone. */
export interface UsedConnection {
  readonly connection: SubmitConnection;
  /** By `performance.now`. */
  readonly openedAt: number;
  readonly mails: number;
}

interface Idle extends UsedConnection {
  readonly timer: NodeJS.Timeout;
}

/** Connections that stay open for a while after a mail, each for mails of the same account to the same server as the same user. */
export class KeptConnections {
  readonly #limits: KeptLimits;
  readonly #idle = new Map<string, Idle[]>();
  #isClosed = false;

  constructor(limits: KeptLimits = KEPT_LIMITS) {
    this.#limits = limits;
  }

  /** Takes one for another mail, the one that was used last; undefined where there is none. */
  take(key: string): UsedConnection | undefined {
    for (;;) {
      const found = this.#idle.get(key)?.pop();
      if (found === undefined) return undefined;
      this.#forget(key, found);
      if (!found.connection.smtp.destroyed) return found;
    }
  }

  /** Keeps one that has just taken a mail, and about which there is nothing to doubt. False where it is to be closed. */
  keep(key: string, used: UsedConnection): boolean {
    const { idleMs, ageMs, mails } = this.#limits;
    const { connection } = used;
    const left = used.openedAt + ageMs - performance.now();
    if (this.#isClosed || connection.smtp.destroyed || used.mails >= mails || left <= 0) return false;
    connection.rest();
    const timer = setTimeout(() => this.#drop(key, idle), Math.min(idleMs, left));
    const idle: Idle = { ...used, timer };
    connection.gone.catch(() => this.#drop(key, idle));
    this.#idle.set(key, [...(this.#idle.get(key) ?? []), idle]);
    return true;
  }

  /** Ends all that no mail goes over. */
  close(): void {
    this.#isClosed = true;
    for (const [key, all] of this.#idle) for (const idle of all) this.#drop(key, idle);
  }

  /** Ends one that still waits. The server knows a connection that is closed between mails. */
  #drop(key: string, idle: Idle): void {
    if (this.#idle.get(key)?.includes(idle) !== true) return;
    this.#forget(key, idle);
    if (!idle.connection.smtp.destroyed) idle.connection.smtp.quit();
    setTimeout(() => idle.connection.close(), GOODBYE_MS).unref();
  }

  #forget(key: string, idle: Idle): void {
    clearTimeout(idle.timer);
    const rest = (this.#idle.get(key) ?? []).filter((other) => other !== idle);
    if (rest.length > 0) this.#idle.set(key, rest);
    else this.#idle.delete(key);
  }
}

const GOODBYE_MS = 2000;

/** What mails have to have in common to go over one connection. It bears no secret. */
export function keptKey({
  keptFor,
  server,
  policy,
  name,
}: {
  /** Whose mails they are. */
  readonly keptFor: string;
  readonly server: SubmitServer;
  readonly policy: EgressPolicy;
  readonly name: string;
}): string {
  const { host, port, security, login, trustedFingerprint, isVerified } = server;
  const who = login && [login.userName, login.password, login.tokens !== undefined];
  const all = [keptFor, host, port, security, who, trustedFingerprint, isVerified, policy.allowPrivateHosts, name];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url');
}
