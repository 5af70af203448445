import { useState } from 'react';

/** A record that was chosen, as far as doing something with it goes. */
export interface Chosen {
  readonly id: number;
  readonly kindId: number;
  /** When it was changed last, in milliseconds since 1970. */
  readonly changed: number;
}

export interface Selection {
  readonly chosen: ReadonlyMap<number, Chosen>;
  readonly toggle: (one: Chosen, index: number) => void;
  /** Everything from where the selection was begun to here; `at` answers what stands in a place. */
  readonly extend: (index: number, at: (index: number) => Chosen | undefined) => void;
  readonly set: (all: readonly Chosen[]) => void;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<number, Chosen> = new Map();

/** What is selected of a list; another list begins without any. */
export function useSelection(list: string): Selection {
  const [state, setState] = useState({ list, chosen: NONE, begun: undefined as number | undefined });
  const now = state.list === list ? state : { list, chosen: NONE, begun: undefined };
  return {
    chosen: now.chosen,
    toggle(one, index) {
      const chosen = new Map(now.chosen);
      if (!chosen.delete(one.id)) chosen.set(one.id, one);
      setState({ list, chosen, begun: index });
    },
    extend(index, at) {
      const begun = now.begun ?? index;
      const chosen = new Map(now.chosen);
      for (let position = Math.min(begun, index); position <= Math.max(begun, index); position += 1) {
        const one = at(position);
        if (one !== undefined) chosen.set(one.id, one);
      }
      setState({ list, chosen, begun });
    },
    set: (all) => setState({ list, chosen: new Map(all.map((one) => [one.id, one])), begun: now.begun }),
    clear: () => setState({ list, chosen: NONE, begun: undefined }),
  };
}
