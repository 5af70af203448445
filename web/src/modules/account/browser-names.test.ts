import { expect, test } from 'vitest';
import { describeBrowser, programName } from './browser-names.ts';

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36', 'Chrome Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0', 'Edge Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15', 'Safari Mac'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) CriOS/142.0 Mobile Safari/604.1', 'Chrome iPhone'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36', 'Chrome Android'],
  ['curl/8', 'nobody'],
])('%s is %s', (userAgent, said) => {
  const described = describeBrowser(userAgent);
  expect(described === undefined ? 'nobody' : `${described.program} ${described.system}`).toBe(said);
});

test.each([
  ['curl/8.5.0', 'curl'],
  ['Thunder Client (https://example.com)', 'Thunder'],
  ['x'.repeat(200), 'x'.repeat(30)],
])('%s calls itself %s', (userAgent, name) => {
  expect(programName(userAgent)).toBe(name);
});
