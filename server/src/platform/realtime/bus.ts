/** A message of one instance under a routing key such as `user.7`. */
export interface BusMessage {
  readonly instanceId: number;
  readonly topic: string;
  readonly body: string;
}

type Listener = (message: BusMessage) => void;

/** Hands events from the outbox to whoever holds connections. In this process alone; a broker can stand in its place. */
export interface Bus {
  publish(message: BusMessage): void;
  onMessage(listener: Listener): () => void;
  /** Ends the real-time connections of a session that was ended. */
  closeSession(sessionId: string): void;
  onSessionEnd(listener: (sessionId: string) => void): () => void;
}

export function createBus(): Bus {
  const listeners = new Set<Listener>();
  const sessionListeners = new Set<(sessionId: string) => void>();
  const adder =
    <T>(set: Set<T>) =>
    (listener: T) => {
      set.add(listener);
      return () => void set.delete(listener);
    };
  return {
    publish: (message) => listeners.forEach((listener) => listener(message)),
    onMessage: adder(listeners),
    closeSession: (sessionId) => sessionListeners.forEach((listener) => listener(sessionId)),
    onSessionEnd: adder(sessionListeners),
  };
}
