// `npm run test:full`: like `npm test`, and takes the same arguments, with what is too long for every day: a mailbox of 5,000 mails, thousands
// of mutated ones, more seeds. KONTOR_FUZZ_SEED begins elsewhere.
process.env.KONTOR_FULL_TESTS = 'true';
process.env.KONTOR_SIMULATION_RUNS ??= '30000';
process.env.KONTOR_FUZZ_COUNT ??= '3000';
await import('./test.mjs');
