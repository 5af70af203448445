// Compiles the Android code of our own against signatures written by hand, and asks what of it is pure: for tests.
import { execFileSync, spawn } from 'node:child_process';
import { createCipheriv, createECDH, createPublicKey, createPrivateKey, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root, which } from './run.mjs';
import { parseXml } from './xml.mjs';

export const isTried = process.env.KONTOR_FULL_TESTS === 'true' && which('javac') !== undefined;
const native = join(root, 'native');
const main = join(native, 'android', 'app', 'src', 'main');
const javaFiles = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) =>
    path.endsWith('.java') ? [join(folder, path)] : [],
  );

/** The class that Android's tools make of the resources: of those that are there alone, so that a missing text does not compile. */
function resources() {
  const texts = ['strings.xml', 'push.xml'].flatMap(
    (file) => parseXml(readFileSync(join(main, 'res', 'values', file), 'utf8')).children,
  );
  const names = (kind) => texts.flatMap(({ name, attributes }) => (name === kind ? [attributes.name] : []));
  const drawables = readdirSync(join(main, 'res', 'drawable')).map((file) => file.replace(/\.xml$/, ''));
  const fields = (kind, all) =>
    `  public static class ${kind} { public static int ${all.map((name, at) => `${name} = ${at + 1}`).join(', ')}; }`;
  return `package de.kontor.app;\npublic class R {\n${fields('string', names('string'))}\n${fields('plurals', names('plurals'))}\n${fields('drawable', drawables)}\n}\n`;
}

/** Compiles the code of our own into a folder; returns what it is asked by there. Nothing where it is not tried. */
export function compileJava() {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-java-'));
  writeFileSync(join(folder, 'R.java'), resources());
  const sources = ['stubs', 'java-tests'].map((name) => join(native, name)).flatMap(javaFiles);
  const own = javaFiles(join(main, 'java'));
  const args = ['-encoding', 'UTF-8', '-nowarn', '-d', folder, join(folder, 'R.java'), ...sources, ...own];
  execFileSync('javac', args, { stdio: 'pipe' });
  return {
    folder,
    answers: (requests) => answersOf(folder, requests),
    conversation: () => conversationOf(folder),
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const word = (text) => Buffer.from(text).toString('base64url');
/** Answers of the Java code to requests, each an array of words. */
function answersOf(folder, requests) {
  const input = requests.map((words) => words.join(' ')).join('\n');
  const output = execFileSync('java', ['-cp', folder, 'Try'], { input: `${input}\n`, encoding: 'ascii' });
  return output
    .trimEnd()
    .split('\n')
    .map((line) => Buffer.from(line, 'base64url').toString());
}

/** A run of the Java code that is asked one thing after the other, each by what was answered before. */
function conversationOf(folder) {
  const child = spawn('java', ['-cp', folder, 'Try'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (words) => {
      child.stdin.write(`${words.join(' ')}\n`);
      const { value } = await lines.next();
      return Buffer.from(value, 'base64url').toString();
    },
    end: () => child.stdin.end(),
  };
}

/** A device as a server sees it, and its private key as Java reads it. */
export function deviceOf(privateKey) {
  const ecdh = createECDH('prime256v1');
  if (privateKey) ecdh.setPrivateKey(privateKey);
  else ecdh.generateKeys();
  const point = ecdh.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x,
    y,
    d: Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
  };
  const own = createPrivateKey({ key: jwk, format: 'jwk' })
    .export({ type: 'pkcs8', format: 'der' })
    .toString('base64url');
  const known = createPublicKey({ key: jwk, format: 'jwk' })
    .export({ type: 'spki', format: 'der' })
    .toString('base64url');
  return { point, own, known, auth: randomBytes(16) };
}

/** Seals as the server does (RFC 8291), with `pad` bytes of nothing behind the text. */
export function seal({ point, auth }, text, pad = 0) {
  const sender = createECDH('prime256v1');
  const by = sender.generateKeys();
  const salt = randomBytes(16);
  const derive = (secret, with_, info, length) => Buffer.from(hkdfSync('sha256', secret, with_, info, length));
  const shared = derive(
    sender.computeSecret(point),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), point, by]),
    32,
  );
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16);
  const cipher = createCipheriv('aes-128-gcm', key, derive(shared, salt, 'Content-Encoding: nonce\0', 12));
  const record = [
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([2]), Buffer.alloc(pad)])),
    cipher.final(),
    cipher.getAuthTag(),
  ];
  return Buffer.concat([salt, Buffer.from([0, 0, 16, 0, 65]), by, ...record]);
}
