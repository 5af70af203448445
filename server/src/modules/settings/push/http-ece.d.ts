declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** Encrypts for the holder of a key (RFC 8291, RFC 8188). Keys and secret are base64url; `pad` are bytes that say nothing. */
  export function encrypt(
    plain: Buffer,
    by: {
      readonly version: 'aes128gcm';
      readonly dh: string;
      readonly privateKey: ECDH;
      readonly authSecret: string;
      readonly pad: number;
    },
  ): Buffer;
}
