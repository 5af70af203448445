import { join } from 'node:path';
import { addressSink } from './modules/mail/index.ts';
import type { Config } from './platform/config/config.ts';
import { loadCertificate, startMailReceiver, type MailReceiver } from './platform/mailreceive/index.ts';
import type { Platform } from './platform/operation/context.ts';
import type { ServiceTools } from './platform/operation/manifest.ts';
import { listenFault } from './platform/listen-fault.ts';

/** Begins to take mail in on a port. */
export async function receiveMail(config: Config, port: number, tools: Platform & ServiceTools): Promise<MailReceiver> {
  const { smtpHost: host, smtpName: name } = config;
  const certificate = await loadCertificate({
    keyFile: config.smtpTlsKey,
    certFile: config.smtpTlsCert,
    folder: config.dataFolder,
    name,
  });
  const receiver = startMailReceiver({
    host,
    port,
    name,
    maxBytes: config.smtpMaxBytes,
    greylists: config.smtpGreylist,
    certificate,
    spoolFolder: join(config.dataFolder, 'spool'),
    sink: addressSink(tools, { waitSeconds: config.smtpGreylistSeconds }),
    log: tools.log,
    now: tools.now,
  });
  return receiver.catch((error: unknown) => {
    throw listenFault(error, { host, port }, { host: 'KONTOR_SMTP_HOST', port: 'KONTOR_SMTP_PORT' });
  });
}
