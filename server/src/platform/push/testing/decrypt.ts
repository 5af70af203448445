import { createDecipheriv, hkdfSync, type ECDH } from 'node:crypto';

/** Opens what was encrypted for who has the keys (RFC 8291 over RFC 8188, one record). */
export function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const [keyLength = 0] = body.subarray(20, 21);
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const derive = (ikm: Buffer, by: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, by, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const ikm = derive(keys.computeSecret(sender), auth, info, 32);
  const key = derive(ikm, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(ikm, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
