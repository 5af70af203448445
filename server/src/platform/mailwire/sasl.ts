import type { ImapFlow } from 'imapflow';

interface Attribute {
  readonly type: string;
  readonly value: string;
}
interface ExecOptions {
  readonly onPlusTag?: (response: unknown) => Promise<void>;
}
/** What the library does not show of itself. */
interface Inside {
  exec(command: string, attributes: readonly Attribute[] | false, options?: ExecOptions): Promise<unknown>;
  write(line: string): void;
}

/**
 * Waits with a token for the server's word where it does not take it in the first line (RFC 4959): the library sends it there
 * whatever the server offers.
 */
export function askBeforeTokens(client: ImapFlow): void {
  const inside = client as unknown as Inside;
  const exec = inside.exec.bind(client);
  inside.exec = (command, attributes, options = {}) => {
    if (command !== 'AUTHENTICATE' || !attributes || client.capabilities.has('SASL-IR'))
      return exec(command, attributes, options);
    const [mechanism, token] = attributes;
    if (mechanism === undefined || token === undefined) return exec(command, attributes, options);
    let sent = false;
    return exec(command, [mechanism], {
      ...options,
      async onPlusTag(response) {
        if (sent) return options.onPlusTag?.(response);
        sent = true;
        inside.write(token.value);
      },
    });
  };
}
