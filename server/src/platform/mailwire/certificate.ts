import { X509Certificate } from 'node:crypto';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type PeerCertificate } from 'node:tls';
import { isIP } from 'node:net';
import type { ResolvedHost } from '../egress/index.ts';
import { DEADLINES, type MailServerAddress } from './server.ts';

/** How a server is asked to begin with TLS on an open connection. */
export type StartTlsIn = 'imap' | 'smtp';

/** The certificate that a server shows to anybody. */
export interface ShownCertificate {
  readonly fingerprint: string;
  readonly pem: string;
}

/** Looks at a server's certificate on a connection of its own, over which nothing secret is sent. Undefined where it shows none. */
export async function showCertificate(
  server: Pick<MailServerAddress, 'host' | 'port' | 'security'>,
  resolved: ResolvedHost,
  protocol: StartTlsIn = 'imap',
): Promise<ShownCertificate | undefined> {
  const plain = connectTcp({ host: resolved.address, port: server.port });
  const deadline = setTimeout(() => plain.destroy(new Error('out of time')), DEADLINES.connectMs);
  try {
    plain.on('error', () => undefined);
    if (server.security === 'starttls' && !(await (protocol === 'imap' ? askForTls(plain) : askForTlsInSmtp(plain))))
      return undefined;
    return await handshake(plain, server.host);
  } catch {
    return undefined;
  } finally {
    clearTimeout(deadline);
    plain.destroy();
  }
}

function handshake(plain: Socket, host: string): Promise<ShownCertificate> {
  return new Promise((resolve, reject) => {
    const names = isIP(host) > 0 ? {} : { servername: host };
    // Unverified on purpose: this connection only reads the certificate that a person is then asked about.
    const secure = connectTls({ socket: plain, rejectUnauthorized: false, ...names });
    secure.once('error', reject);
    plain.once('close', () => reject(new Error('closed')));
    secure.once('secureConnect', () => {
      const { raw, fingerprint256 } = secure.getPeerCertificate();
      secure.destroy();
      if (!raw) return reject(new Error('no certificate'));
      resolve({ fingerprint: fingerprint256.toUpperCase(), pem: new X509Certificate(raw).toString() });
    });
  });
}

/** Speaks the two lines of STARTTLS; true when the server is ready to shake hands. */
function askForTls(plain: Socket): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let heard = '';
    let isRequested = false;
    const listen = (chunk: Buffer): void => {
      heard += chunk.toString('latin1');
      if (heard.length > 8192) return reject(new Error('not an IMAP server'));
      if (!isRequested && heard.includes('\n')) {
        isRequested = true;
        heard = '';
        plain.write('k1 STARTTLS\r\n');
      }
      const answer = /^k1 (\w+)/im.exec(heard)?.[1];
      if (isRequested && answer !== undefined && heard.endsWith('\n')) {
        plain.off('data', listen);
        plain.pause();
        resolve(answer.toUpperCase() === 'OK');
      }
    };
    plain.on('data', listen);
    plain.once('close', () => reject(new Error('closed')));
  });
}

/** The same for a server that takes mails: greeting, EHLO, STARTTLS. */
function askForTlsInSmtp(plain: Socket): Promise<boolean> {
  const says = ['EHLO [127.0.0.1]', 'STARTTLS'];
  return new Promise((resolve, reject) => {
    let heard = '';
    const listen = (chunk: Buffer): void => {
      heard += chunk.toString('latin1');
      if (heard.length > 65_536) return reject(new Error('not an SMTP server'));
      const whole = /^(?:\d{3}-[^\n]*\n)*(\d{3})(?: [^\n]*)?\n$/.exec(heard);
      if (whole === null) return;
      heard = '';
      const line = whole[1]?.startsWith('2') ? says.shift() : undefined;
      if (line !== undefined) return void plain.write(`${line}\r\n`);
      plain.off('data', listen);
      plain.pause();
      resolve(whole[1] === '220' && says.length === 0);
    };
    plain.on('data', listen);
    plain.once('close', () => reject(new Error('closed')));
  });
}

/**
 * TLS options that accept the pinned certificate and no other. It stands in for the authorities, so the signature is still verified;
 * its name is not, since whoever pinned it knew the host.
 */
export function pinnedTls(pinned: string, shown: ShownCertificate): ConnectionOptions {
  return {
    ca: [shown.pem],
    allowPartialTrustChain: true,
    checkServerIdentity: (_host: string, certificate: PeerCertificate): Error | undefined => {
      if (certificate.fingerprint256.toUpperCase() === pinned) return undefined;
      return Object.assign(new Error('The server shows another certificate than the trusted one'), {
        code: 'PIN_MISMATCH',
      });
    },
  };
}
