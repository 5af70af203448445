/** What decides whether a connection gives up its place. */
export interface Held {
  readonly network: string;
  /** Whether a mail is being sent or answered on it. */
  readonly isAtWork: boolean;
  /** Milliseconds since 1970. */
  readonly silentSince: number;
}

/**
 * The connection that goes when there is no room for another: of the network that holds most silent ones, the one that is silent
 * for longest. Undefined where all are at work.
 */
export function firstToGo<C extends Held>(connections: readonly C[]): C | undefined {
  const silent = Map.groupBy(
    connections.filter(({ isAtWork }) => !isAtWork),
    ({ network }) => network,
  );
  const [most] = [...silent.values()].toSorted((a, b) => b.length - a.length);
  return most?.toSorted((a, b) => a.silentSince - b.silentSince)[0];
}
