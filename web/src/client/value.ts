/** One value that others can watch. */
export interface Value<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

/** A watched value; setting it to what it is tells nobody. */
export function createValue<T>(initial: T): Value<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A part of a watched value, watched; changes of other parts tell nobody. */
export function partOf<T, P>(whole: Value<T>, pick: (whole: T) => P): Value<P> {
  const part = createValue(pick(whole.get()));
  whole.subscribe(() => part.set(pick(whole.get())));
  return part;
}
