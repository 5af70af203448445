/** Somebody's first connection to this process has come, or their last one has gone. */
export interface ConnectionChange {
  readonly instanceId: number;
  readonly userId: number;
  /** The routing key that it is about, such as `event.presence.changed`; undefined for the connections themselves. */
  readonly topic: string | undefined;
  readonly isThere: boolean;
}

/**
 * Who is connected to this process by our own real-time endpoint. Where RabbitMQ carries the channel, nobody is. A device can say something of itself
 * by what it listens to: a client that is subscribed to a topic only while it is in the foreground is found under that topic.
 */
export interface Connections {
  /** The people of an instance who are connected; with a topic those who have a connection that is subscribed to it. */
  usersOf(instanceId: number, topic?: string): readonly number[];
  /** Hears who comes and goes, by person and by person and topic, in the order in which that happens. Returns what ends it. */
  onChange(listener: (change: ConnectionChange) => void): () => void;
}

/** As the endpoint keeps it. */
export interface CountedConnections extends Connections {
  /** One connection more (1) or less (−1) of a person, or one that is subscribed to a topic. */
  count(by: 1 | -1, who: { readonly instanceId: number; readonly userId: number }, topic?: string): void;
}

/** Makes an account of connections, without any. */
export function createConnections(): CountedConnections {
  const listeners = new Set<(change: ConnectionChange) => void>();
  /** By instance and topic, '' for the connections themselves: how many a person has. */
  const counts = new Map<string, Map<number, number>>();
  const keyOf = (instanceId: number, topic = ''): string => `${instanceId} ${topic}`;
  return {
    usersOf: (instanceId, topic) => [...(counts.get(keyOf(instanceId, topic))?.keys() ?? [])],
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    count(by, { instanceId, userId }, topic) {
      const key = keyOf(instanceId, topic);
      const users = counts.get(key) ?? new Map<number, number>();
      counts.set(key, users);
      const before = users.get(userId) ?? 0;
      const after = before + by;
      if (after > 0) users.set(userId, after);
      else users.delete(userId);
      if (users.size === 0) counts.delete(key);
      if (before > 0 === after > 0) return;
      for (const listener of listeners) listener({ instanceId, userId, topic, isThere: after > 0 });
    },
  };
}
