// What the app loads when it is needed is loaded before the first test: no test waits for it, and none is the slow one.
const parts = import.meta.glob([
  '../**/*.{ts,tsx}',
  '!../**/*.test.{ts,tsx}',
  '!../**/testing/**',
  '!../service-worker/**',
  '!../main.tsx',
]);
await Promise.all(Object.values(parts).map((load) => load()));
