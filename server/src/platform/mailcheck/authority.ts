import { X509Certificate } from 'node:crypto';

/** An authority's certificate; undefined where the text is none, is no authority's, or has ended. */
export function readAuthority(
  pem: string,
  now: number,
): { readonly fingerprint: string; readonly pem: string; readonly validUntil: Date } | undefined {
  if ((pem.match(/-----BEGIN CERTIFICATE-----/g) ?? []).length !== 1) return undefined;
  try {
    const certificate = new X509Certificate(pem);
    const validUntil = new Date(certificate.validTo);
    if (!certificate.ca || !(validUntil.getTime() > now)) return undefined;
    return { fingerprint: certificate.fingerprint256, pem: certificate.toString(), validUntil };
  } catch {
    return undefined;
  }
}
