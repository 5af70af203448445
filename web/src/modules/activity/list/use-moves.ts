import { useKeys } from '../../../shell/index.ts';

/** The keys that move about a list. */
export function useMoves(step: (by: number, range?: boolean) => void): void {
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    J: () => step(1, true),
    K: () => step(-1, true),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    'Shift+ArrowDown': () => step(1, true),
    'Shift+ArrowUp': () => step(-1, true),
    Home: () => step(-Infinity),
    End: () => step(Infinity),
    PageDown: () => step(10),
    PageUp: () => step(-10),
  });
}
