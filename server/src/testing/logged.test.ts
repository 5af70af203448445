import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  beginFile,
  expectLogged,
  expectLoggedInFile,
  loggedErrors,
  missing,
  noteLogged,
  takeMissingOfFile,
  takeUnannounced,
  testLog,
} from './logged.ts';
import { startTestServer, type TestServer } from './server.ts';

describe('what servers log as errors', () => {
  const line = (level: number, msg: string): string => `${JSON.stringify({ level, msg })}\n`;

  test('is what nobody announced', () => {
    expectLogged(/"b"/);
    for (const msg of ['a', 'b']) noteLogged(line(50, msg));
    noteLogged(line(40, 'a warning'));
    noteLogged(line(60, 'c'));
    expect(takeUnannounced()).toEqual([line(50, 'a').trim(), line(60, 'c').trim()]);
  });

  test('is forgotten with the test, as is what was announced', () => {
    noteLogged(line(50, 'a'));
    expectLogged(/"a"/);
    expect(takeUnannounced()).toEqual([]);
    noteLogged(line(50, 'a'));
    expect([takeUnannounced().length, takeUnannounced().length]).toEqual([1, 0]);
  });

  test('may be announced for all tests of a file, and is missed at its end', () => {
    for (const pattern of [/"a"/, /"b"/]) expectLoggedInFile(pattern);
    noteLogged(line(50, 'a'));
    expect([missing(), takeUnannounced()]).toEqual([[], []]);
    noteLogged(line(50, 'a'));
    expect([takeUnannounced(), takeMissingOfFile(), takeMissingOfFile()]).toEqual([[], [/"b"/], []]);
    noteLogged(line(50, 'a'));
    expect(takeUnannounced().length).toBe(1);
  });

  test('is missed where it was announced', () => {
    expectLogged(/"a"/);
    expect(missing()).toEqual([/"a"/]);
    noteLogged(line(50, 'a'));
    expect(missing()).toEqual([]);
  });

  test('is no longer of interest when the next file has begun', () => {
    const late = testLog();
    beginFile();
    late.error('too late');
    testLog().error('in time');
    expect(takeUnannounced()).toEqual([expect.stringContaining('in time')]);
  });

  test('is taken from the log of a test, errors alone', () => {
    const log = testLog();
    log.warn('a warning');
    log.error({ err: new TypeError('no such thing') }, 'it failed');
    expect(takeUnannounced()).toEqual([expect.stringMatching(/no such thing.*"msg":"it failed"/)]);
  });
});

describe('a server', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server?.close());

  // On the profile for many machines the three requests go to three processes.
  test('has what fails in it seen by the test, in whichever process it is', async () => {
    const instance = await server.instance('laut');
    await server.person(instance, 'anna');
    const anna = await server.client(instance, 'anna');
    await sql`alter table colour_scheme rename to gone`.execute(server.platform.database.owner);
    const answers = [];
    for (let count = 0; count < 3; count += 1) answers.push(await anna.tryQuery('theme.colourSchemes'));
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
    expectLogged(/colour_scheme.*"msg":"request failed"/);
    await expect.poll(() => loggedErrors().length).toBe(3);
  });
});
