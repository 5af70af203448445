import { StartError } from './start-error.ts';

/** An error of `listen` as a StartError where the settings are to blame, by the names of those settings. */
export function listenFault(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  names = { host: 'KONTOR_HOST', port: 'KONTOR_PORT' },
): unknown {
  const sentence = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop that one, or choose another port with ${names.port}.`,
    EACCES: `Port ${port} is not open to this user. Choose one above 1023 with ${names.port}.`,
    EADDRNOTAVAIL: `${names.host} (${host}) is no address of this machine.`,
    ENOTFOUND: `${names.host} (${host}) is a host name that is not known here.`,
    EAI_AGAIN: `${names.host} (${host}) cannot be looked up.`,
  }[(error as NodeJS.ErrnoException).code ?? ''];
  return sentence === undefined ? error : new StartError(sentence, { cause: error });
}
