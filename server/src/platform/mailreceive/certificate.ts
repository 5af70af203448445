import { X509Certificate } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { StartError } from '../start-error.ts';

export interface Certificate {
  /** PEM. */
  readonly key: string;
  readonly cert: string;
}

const YEARS_MS = 10 * 365 * 86_400_000;
/** A certificate that ends this soon is made anew. */
const SOON_MS = 30 * 86_400_000;

/** The certificate of the settings, else one of our own in the data folder: mail servers encrypt by whatever they are shown. */
export async function loadCertificate(options: {
  readonly keyFile: string | undefined;
  readonly certFile: string | undefined;
  readonly folder: string;
  readonly name: string;
}): Promise<Certificate> {
  const { keyFile, certFile } = options;
  if ((keyFile === undefined) !== (certFile === undefined)) {
    throw new StartError('KONTOR_SMTP_TLS_KEY and KONTOR_SMTP_TLS_CERT belong together: set both, or neither.');
  }
  if (keyFile === undefined || certFile === undefined) return ownCertificate(options.folder, options.name);
  const given = {
    key: await readPem('KONTOR_SMTP_TLS_KEY', keyFile),
    cert: await readPem('KONTOR_SMTP_TLS_CERT', certFile),
  };
  try {
    createSecureContext(given);
  } catch (error) {
    throw new StartError('The key in KONTOR_SMTP_TLS_KEY and the certificate in KONTOR_SMTP_TLS_CERT are no pair.', {
      cause: error,
    });
  }
  return given;
}

async function readPem(setting: string, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartError(`The file ${file} of ${setting} cannot be read.`, { cause: error });
  });
  if (!text.includes('-----BEGIN ')) throw new StartError(`The file ${file} of ${setting} is not in the format PEM.`);
  return text;
}

async function ownCertificate(folder: string, name: string): Promise<Certificate> {
  const file = join(folder, 'smtp.pem');
  const kept = await readFile(file, 'utf8').catch(() => '');
  const [key, cert] = kept.split(/(?=-----BEGIN CERTIFICATE-----)/);
  if (key !== undefined && cert !== undefined && isGoodFor(cert, name)) return { key, cert };
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + YEARS_MS),
  });
  await writeFile(`${file}.new`, made.private + made.cert, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return { key: made.private, cert: made.cert };
}

function isGoodFor(pem: string, name: string): boolean {
  try {
    const { subject, validToDate } = new X509Certificate(pem);
    return subject === `CN=${name}` && validToDate.getTime() - Date.now() > SOON_MS;
  } catch {
    return false;
  }
}
