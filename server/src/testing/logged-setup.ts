import { afterAll, afterEach } from 'vitest';
import { eventually } from './eventually.ts';
import { beginFile, missing, takeMissingOfFile, takeUnannounced } from './logged.ts';

beginFile();

function failOn(found: readonly unknown[], what: string): void {
  if (found.length > 0) throw new Error(`${what}:\n${found.join('\n')}`);
}

/** Before every file: a test fails where a server logs an error that the test has not announced, or does not log one that it has. */
afterEach(async () => {
  try {
    // What is done in the background may be logged a moment later.
    await eventually(() => failOn(missing(), 'Announced by expectLogged, and not logged as an error'));
  } finally {
    failOn(takeUnannounced(), 'Logged as an error, and not announced by expectLogged');
  }
});

// What closes comes after the last test. Hooks run in the reverse of their order, so this one is the last.
afterAll(() => {
  const found = takeUnannounced();
  const absent = takeMissingOfFile();
  failOn(found, 'Logged as an error at the end of the file, or between tests');
  failOn(absent, 'Announced by expectLoggedInFile, and not logged as an error');
});
