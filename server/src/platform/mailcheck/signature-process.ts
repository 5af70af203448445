// Entry of a process that checks signatures. It holds no secret, may write no file and open no connection, and is killed when it takes
// too long.
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import { fromBER } from 'asn1js';
import { Certificate, CertificateChainValidationEngine, ContentInfo, SignedData } from 'pkijs';
import { signedPart } from '../mailparse/signed-part.ts';

export interface SignatureRequest {
  readonly file: string;
  /** Address of the shown sender. */
  readonly sender: string;
  /** Authorities that are believed beside those that everybody believes, as PEM. */
  readonly authorities: readonly string[];
}

export interface SignatureRead {
  readonly state: 'valid' | 'unknownIssuer' | 'otherAddress' | 'expired' | 'altered' | 'unreadable';
  readonly signer: string;
  readonly address: string;
  readonly issuer: string;
  readonly validFrom: string;
  readonly validUntil: string;
  readonly fingerprint: string;
  readonly signedAt: string | null;
}

export type SignatureAnswer =
  | { readonly ok: true; readonly read: SignatureRead }
  | { readonly ok: false; readonly reason: 'unsigned' };

const UNREADABLE: SignatureRead = {
  state: 'unreadable',
  signer: '',
  address: '',
  issuer: '',
  validFrom: '',
  validUntil: '',
  fingerprint: '',
  signedAt: null,
};
const MAX_CERTIFICATES = 20;
const EMAIL_PROTECTION = ['1.3.6.1.5.5.7.3.4', '2.5.29.37.0'];
const SIGNING_TIME = '1.2.840.113549.1.9.5';

process.on('message', (request: SignatureRequest) => {
  void answer(request);
});
// The server is gone: nobody waits for an answer any more.
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });

async function answer({ file, sender, authorities }: SignatureRequest): Promise<void> {
  const part = signedPart(await readFile(file));
  const said: SignatureAnswer =
    part === undefined
      ? { ok: false, reason: 'unsigned' }
      : { ok: true, read: await check(part, sender, authorities).catch(() => UNREADABLE) };
  process.send?.(said);
}

async function check(
  part: NonNullable<ReturnType<typeof signedPart>>,
  sender: string,
  authorities: readonly string[],
): Promise<SignatureRead> {
  const { result } = fromBER(new Uint8Array(part.signature));
  const signed = new SignedData({ schema: new ContentInfo({ schema: result }).content });
  const certificates = (signed.certificates ?? [])
    .filter((one) => one instanceof Certificate)
    .slice(0, MAX_CERTIFICATES);
  const data = part.kind === 'detached' ? new Uint8Array(part.content).buffer : undefined;
  const outcome = await signed
    .verify({ signer: 0, ...(data === undefined ? {} : { data }), checkChain: false, extendedMode: true })
    .catch((error: { signerCertificate?: Certificate | null }) => ({
      signatureVerified: false,
      signerCertificate: error.signerCertificate ?? null,
    }));
  const { signerCertificate } = outcome;
  if (!signerCertificate) return UNREADABLE;
  const own = new X509Certificate(Buffer.from(signerCertificate.toSchema(true).toBER()));
  const signedAt = timeOf(signed);
  const at = signedAt ?? new Date();
  const isOther = !hasAddress(own, sender);
  const isOver = at < new Date(own.validFrom) || at > new Date(own.validTo);
  const state = async (): Promise<SignatureRead['state']> => {
    if (outcome.signatureVerified !== true) return 'altered';
    if (isOther) return 'otherAddress';
    if (isOver) return 'expired';
    return (await isBelieved(signerCertificate, own, certificates, authorities, at)) ? 'valid' : 'unknownIssuer';
  };
  return {
    state: await state(),
    signer: nameIn(own.subject),
    address: addressIn(own),
    issuer: nameIn(own.issuer),
    validFrom: new Date(own.validFrom).toISOString(),
    validUntil: new Date(own.validTo).toISOString(),
    fingerprint: own.fingerprint256,
    signedAt: signedAt?.toISOString() ?? null,
  };
}

function timeOf(signed: SignedData): Date | undefined {
  const attribute = signed.signerInfos[0]?.signedAttrs?.attributes.find(({ type }) => type === SIGNING_TIME);
  const value: unknown = attribute?.values[0];
  if (typeof value !== 'object' || value === null || !('toDate' in value) || typeof value.toDate !== 'function')
    return undefined;
  const time: unknown = value.toDate();
  return time instanceof Date && !Number.isNaN(time.getTime()) ? time : undefined;
}

/** Whether authorities vouch for who signed, for mail. Nobody is asked whether a certificate was withdrawn. */
async function isBelieved(
  signer: Certificate,
  own: X509Certificate,
  certificates: readonly Certificate[],
  authorities: readonly string[],
  at: Date,
): Promise<boolean> {
  const uses = own.keyUsage as readonly string[] | undefined;
  if (uses !== undefined && !uses.some((use) => EMAIL_PROTECTION.includes(use))) return false;
  const trustedCerts = [...authorities, ...rootCertificates].flatMap(fromPem);
  const others = certificates.filter((one) => one !== signer);
  const engine = new CertificateChainValidationEngine({ trustedCerts, certs: [...others, signer], checkDate: at });
  return (await engine.verify()).result;
}

function fromPem(pem: string): Certificate[] {
  try {
    return [Certificate.fromBER(new Uint8Array(new X509Certificate(pem).raw))];
  } catch {
    return [];
  }
}

const hasAddress = (certificate: X509Certificate, address: string): boolean => {
  const wanted = address.trim().toLowerCase();
  return wanted !== '' && addressesIn(certificate).some((one) => one.toLowerCase() === wanted);
};

const addressesIn = ({ subjectAltName = '', subject }: X509Certificate): string[] => [
  ...[...(subjectAltName ?? '').matchAll(/(?:^|, )email:([^,]+)/g)].map(([, address = '']) => address.trim()),
  ...[...(subject ?? '').matchAll(/^emailAddress=(.*)$/gm)].map(([, address = '']) => address.trim()),
];

const addressIn = (certificate: X509Certificate): string => (addressesIn(certificate)[0] ?? '').slice(0, 320);

/** The name in a subject, which has a field a line. */
const nameIn = (subject: string): string =>
  (/^CN=(.*)$/m.exec(subject)?.[1] ?? /^O=(.*)$/m.exec(subject)?.[1] ?? subject.split('\n')[0] ?? '')
    .trim()
    .slice(0, 300);
