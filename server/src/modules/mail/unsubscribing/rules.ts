import type { UnsubscribeOffer } from '../../../platform/mailparse/index.ts';
import { domainOf } from '../senders/domains.ts';
import { sendableAddress } from '../sending/rules.ts';

/** How a mail can be had no more, and of whom that is asked. */
export type UnsubscribeWay =
  | { readonly way: 'oneClick'; readonly host: string; readonly url: string }
  | { readonly way: 'link'; readonly host: string; readonly url: string }
  | {
      readonly way: 'mail';
      readonly host: string;
      readonly address: string;
      readonly subject: string;
      readonly body: string;
    };

/** The best way that an offer allows; undefined where none can be gone. */
export function wayOf({ url, mailto, oneClick, isSigned }: UnsubscribeOffer): UnsubscribeWay | undefined {
  // By one click only where it is sure who offers it: else anybody could have Kontor send requests.
  if (url !== null && oneClick && isSigned === true && url.startsWith('https:'))
    return { way: 'oneClick', host: new URL(url).hostname, url };
  const address = mailto === null ? undefined : sendableAddress(mailto.address);
  if (mailto !== null && address !== undefined) {
    const subject = mailto.subject || 'unsubscribe';
    return { way: 'mail', host: domainOf(address)?.host ?? '', address, subject, body: mailto.body || subject };
  }
  return url === null ? undefined : { way: 'link', host: new URL(url).hostname, url };
}

const PORTS = new Set(['', '8443']);

/** Whether a stranger's page may be posted to: on the ports of the web alone. `ports`: besides these. */
export const mayPost = (url: string, ports: readonly number[] = []): boolean => {
  const { protocol, port } = new URL(url);
  return protocol === 'https:' && (PORTS.has(port) || ports.includes(Number(port)));
};

/** What the answer to a click means; undefined where it may be another one soon. */
export function outcomeOf(status: number): 'done' | 'failed' | undefined {
  if (status >= 200 && status < 300) return 'done';
  return status >= 500 || status === 429 || status === 408 ? undefined : 'failed';
}
