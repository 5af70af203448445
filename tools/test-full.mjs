// `npm run test:full`: like `npm test`, with thousands of mutated mails instead of hundreds. KONTOR_FUZZ_SEED begins elsewhere.
process.env.KONTOR_FUZZ_COUNT ??= '3000';
await import('./test.mjs');
