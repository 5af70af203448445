// What the app loads when it is needed is loaded before the first test: no test waits for it, and none is the slow one.
const parts = import.meta.glob([
  '../**/*.{ts,tsx}',
  '!../**/*.test.{ts,tsx}',
  '!../**/testing/**',
  '!../service-worker/**',
  '!../main.tsx',
]);
/** All files share the page, which has loaded it all once: asking again for each file takes a second of it. */
const page = globalThis as { kontorIsLoaded?: Promise<unknown> };
await (page.kontorIsLoaded ??= Promise.all(Object.values(parts).map((load) => load())));
