/** Whether tests run that take long: in `npm run test:full`, and where `npm run test:changed` finds them touched. */
export const hasLongTests = [process.env['KONTOR_FULL_TESTS'], process.env['KONTOR_LONG_TESTS']].includes('true');

/** Option of a test that takes long, and says in full what shorter ones say in part in each run. See docs/testing.md. */
export const long = { skip: !hasLongTests };
