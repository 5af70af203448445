import type { VaultStore } from '../vault.ts';

/** A vault that forgets everything with the page. */
export function memoryVault(): VaultStore {
  const items = new Map<string, unknown>();
  const orders = new Map<string, number>();
  const starting = (prefix: string) => [...items].filter(([key]) => key.startsWith(prefix));
  return {
    append: async (counter, values) => {
      const last = orders.get(counter) ?? 0;
      orders.set(counter, last + values.length);
      return values.map(([key, value], index) => {
        items.set(key, structuredClone(value));
        orders.set(key, last + index + 1);
        return last + index + 1;
      });
    },
    replace: async (key, value) => {
      const isThere = items.has(key);
      if (isThere) items.set(key, structuredClone(value));
      return isThere;
    },
    numbered: async (prefix) => starting(prefix).map(([key, value]) => ({ value, order: orders.get(key) })),
    put: async (key, value) => void items.set(key, structuredClone(value)),
    get: async (key) => items.get(key),
    all: async (prefix) => starting(prefix).map(([, value]) => value),
    remove: async (key) => void items.delete(key),
    count: async (prefix) => starting(prefix).length,
    clear: async (prefix) => starting(prefix).forEach(([key]) => items.delete(key)),
    close: () => undefined,
  };
}
