/** npm, and `npx kontor`, pass a Ctrl-C on that the terminal has already sent to all; only a later signal means "at once". */
const SAME_SIGNAL_MS = 1000;

/** Calls `stop` at the first signal to end. A second one waits for nothing. */
export function onStopSignal(stop: () => void): void {
  let first = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (first !== 0 && Date.now() - first > SAME_SIGNAL_MS) process.exit(130);
      if (first !== 0) return;
      first = Date.now();
      stop();
    });
  }
}
