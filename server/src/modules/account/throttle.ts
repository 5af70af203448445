/** Wrong passwords in a quarter of an hour after which an account, or an address, has to wait. */
const WINDOW_MS = 15 * 60_000;
const MOST = { account: 10, address: 100 } as const;
const MOST_KEYS = 50_000;

/** Counts wrong passwords. What it does with an unknown name is what it does with a known one. */
export interface LoginThrottle {
  /** Seconds to wait before the next try is looked at; 0 for none. */
  waitFor(account: string, address: string): number;
  wrong(account: string, address: string): void;
  right(account: string): void;
}

export function createLoginThrottle(now: () => number): LoginThrottle {
  const tries = new Map<string, number[]>();
  const recent = (key: string): number[] => (tries.get(key) ?? []).filter((at) => at > now() - WINDOW_MS);
  const add = (key: string) => {
    if (tries.size > MOST_KEYS) for (const known of tries.keys()) if (recent(known).length === 0) tries.delete(known);
    tries.set(key, [...recent(key), now()]);
  };
  const wait = (key: string, most: number): number => {
    const at = recent(key);
    const oldest = at[at.length - most];
    return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + WINDOW_MS - now()) / 1000));
  };
  return {
    // By account and address together, so that a stranger cannot lock anybody out from elsewhere.
    waitFor: (account, address) =>
      Math.max(wait(`a ${account} ${address}`, MOST.account), wait(`i ${address}`, MOST.address)),
    wrong: (account, address) => {
      add(`a ${account} ${address}`);
      add(`i ${address}`);
    },
    right: (account) => {
      for (const key of tries.keys()) if (key.startsWith(`a ${account} `)) tries.delete(key);
    },
  };
}
