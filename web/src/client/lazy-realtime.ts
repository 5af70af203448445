import { topics } from '@kontor/contract/kernel';
import { laterIn, type Environment } from './environment.ts';
import type { Realtime, RealtimeEvents } from './realtime.ts';
import type { Transport } from './transport.ts';

/** How long its code, which cannot be loaded, is left alone, in milliseconds. */
const LOAD_AGAIN_MS = 10_000;

interface LazyRealtimeOptions {
  readonly env: Environment;
  readonly transport: Transport;
  readonly events: RealtimeEvents;
}

/** The real-time channel of one person; loaded while the server is asked who that is. */
export function lazyRealtime({ env, transport, events }: LazyRealtimeOptions) {
  let realtime: Realtime | undefined;
  let closed = false;
  /** What is wanted to be heard, once for each who wants it. */
  const followed = new Set<{ readonly destination: string }>();

  async function open(userId: number): Promise<void> {
    if (realtime !== undefined) return;
    try {
      const { Realtime } = await import('./realtime.ts');
      if (closed) return;
      realtime ??= new Realtime(env, transport, userId, events, () => [
        ...new Set([...followed].map(({ destination }) => destination)),
      ]);
    } catch {
      events.onState('down');
      laterIn(env)(LOAD_AGAIN_MS, () => closed || void open(userId));
    }
  }

  return {
    open,
    /** Loads its code, so that it is there when it is opened. */
    prepare: (): void => void import('./realtime.ts').catch(() => undefined),
    /**
     * Hears events of a type that are sent to the whole instance, until the returned function is called. Called for while the page is in the
     * foreground, it tells the server that this person is there.
     */
    follow(type: string): () => void {
      const wanted = { destination: topics.event(type) };
      followed.add(wanted);
      realtime?.follow();
      return () => {
        followed.delete(wanted);
        realtime?.follow();
      };
    },
    /** Lets go of a channel, so that the next `open` makes another one. */
    drop(): void {
      realtime?.close();
      realtime = undefined;
    },
    close(): void {
      closed = true;
      realtime?.close();
    },
  };
}
