import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth';

/** A domain that signs what its people send, and wants all else refused. */
export interface SigningDomain {
  /** What its name server says, for `startDns`. */
  readonly records: readonly (readonly [name: string, text: string])[];
  /** Returns a mail with the domain's signature above it. */
  sign(raw: string): Promise<string>;
}

export function signingDomain(name: string): SigningDomain {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = { signingDomain: name, selector: 's1', privateKey: keys.privateKey };
  return {
    records: [
      [`s1._domainkey.${name}`, `v=DKIM1; k=rsa; p=${keys.publicKey.toString('base64')}`],
      [`_dmarc.${name}`, 'v=DMARC1; p=reject'],
    ],
    async sign(raw) {
      const { signatures } = await dkimSign(raw, { canonicalization: 'relaxed/relaxed', ...key, signatureData: [key] });
      return `${signatures}${raw}`;
    },
  };
}
