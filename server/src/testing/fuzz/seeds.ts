import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';

const FIXTURES = join(import.meta.dirname, '..', '..', 'platform', 'mailparse', 'fixtures');

/** Mails as others have collected them to break mail programs with. */
export const collected: readonly Buffer[] = ['python-email', 'mime-tools', 'mime4j', 'bombs'].flatMap((folder) =>
  readdirSync(join(FIXTURES, folder))
    .filter((name) => /\.(eml|msg)$/.test(name))
    .map((name) => readFileSync(join(FIXTURES, folder, name))),
);

/** Texts that have broken programs before. */
export const naughty = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', 'blns.json'), 'utf8')) as string[];

const mail = (subject: string, type: string, body: string): Buffer =>
  Buffer.from(
    `From: a@b.example\r\nTo: info@nordwerk.example\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n${body}`,
  );
const attached = (subject: string, name: string, bytes: Buffer): Buffer =>
  mail(
    subject,
    'multipart/mixed; boundary=b',
    `--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n--b--\r\n`,
  );
const zeros = Buffer.alloc(10_000_000);

/** Mails made to exhaust whoever reads them, each with a subject of its own. */
export const bombs: readonly Buffer[] = [
  mail('bomb nesting', 'text/html', '<b><font>'.repeat(100_000)),
  mail('bomb entities', 'text/html', '&lt;'.repeat(100_000)),
  mail('bomb tables', 'text/html', '<table><tr><td>'.repeat(60_000)),
  mail(
    'bomb styles',
    'text/html',
    `<style>b{${'color:red;'.repeat(9999)}}</style>${'<b style="color:red">x</b>'.repeat(40_000)}`,
  ),
  mail(
    'bomb attachments',
    'multipart/mixed; boundary=b',
    `${'--b\r\nContent-Disposition: attachment; filename=x\r\n\r\n\r\n'.repeat(5000)}--b--\r\n`,
  ),
  mail('bomb base64', 'text/plain\r\nContent-Transfer-Encoding: base64', '=?*~!'.repeat(100_000)),
  mail(`bomb name segments`, `text/plain; ${Array.from({ length: 5000 }, (_, at) => `name*${at}=x`).join('; ')}`, 'x'),
  mail(`bomb quotes\r\nCc: ${'"'.repeat(40_000)}`, 'text/plain', 'x'),
  mail(
    'bomb boundaries',
    'multipart/mixed; boundary=b',
    '--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'.repeat(20_000),
  ),
  mail('bomb lines', 'text/plain', 'x'.repeat(5_000_000)),
  attached('bomb gzip', 'zeros.gz', gzipSync(zeros)),
  attached('bomb zlib', 'zeros.zz', deflateSync(zeros)),
];
