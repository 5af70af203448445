/** Those that this page is about to let go. */
const leaving = new Map<string, Promise<unknown>>();

/**
 * Takes a name that one page of this browser has at a time, until it lets it go or ends. Returns how to let it go; undefined where another
 * page has it. Browsers without locks, and pages that may not have them, know nothing of each other: there everyone has it.
 */
export async function own(
  name: string,
  locks: LockManager | undefined = typeof navigator === 'undefined' ? undefined : navigator.locks,
): Promise<(() => void) | undefined> {
  if (locks === undefined) return () => undefined;
  await leaving.get(name);
  const [held, end] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
  const whole = locks
    .request(name, { ifAvailable: true }, (lock) => {
      held.resolve(lock !== null);
      return lock === null ? undefined : end.promise;
    })
    .catch(() => held.resolve(true));
  if (!(await held.promise)) return undefined;
  return () => {
    end.resolve();
    // Whoever takes it again here waits until the browser has it back.
    const left = whole.then(() => {
      if (leaving.get(name) === left) leaving.delete(name);
    });
    leaving.set(name, left);
  };
}
