import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCertificate } from './certificate.ts';

let folder: string;
const path = (name: string): string => join(folder, name);
const own = (name: string) => loadCertificate({ keyFile: undefined, certFile: undefined, folder, name });
const given = (keyFile: string | undefined, certFile: string | undefined) =>
  loadCertificate({ keyFile, certFile, folder, name: 'mx.example' });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kontor certificate '));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('one of our own is made once, and anew for another name or where it is damaged', async () => {
  const first = await own('mx.example');
  expect(await own('mx.example')).toEqual(first);
  const renamed = await own('mail.example');
  expect(renamed.cert).not.toBe(first.cert);
  writeFileSync(path('smtp.pem'), readFileSync(path('smtp.pem'), 'utf8').slice(0, 300));
  expect((await own('mail.example')).cert).not.toBe(renamed.cert);
});

test('one that is given is taken, and else it is said what is wrong with it', async () => {
  const [a, b] = [await own('a.example'), await own('b.example')];
  for (const [name, pem] of Object.entries({ 'a.key': a.key, 'a.pem': a.cert, 'b.pem': b.cert, 'no.pem': 'nothing' })) {
    writeFileSync(path(name), pem);
  }
  expect(await given(path('a.key'), path('a.pem'))).toEqual(a);
  await expect(given(path('a.key'), path('b.pem'))).rejects.toThrow('are no pair.');
  await expect(given(path('a.key'), path('no.pem'))).rejects.toThrow(
    'no.pem of KONTOR_SMTP_TLS_CERT is not in the format PEM.',
  );
  await expect(given(path('absent'), path('a.pem'))).rejects.toThrow('absent of KONTOR_SMTP_TLS_KEY cannot be read.');
  await expect(given(path('a.key'), undefined)).rejects.toThrow('belong together: set both, or neither.');
});
