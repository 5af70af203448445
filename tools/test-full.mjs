// The tests with what is too long for every day: a mailbox of 5,000 mails, more seeds. Takes the same arguments as `npm test`.
process.env.KONTOR_FULL_TESTS = 'true';
await import('./test.mjs');
