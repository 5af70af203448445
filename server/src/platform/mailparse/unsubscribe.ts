/** How a mail says that it can be had no more (RFC 2369, RFC 8058). */
export interface UnsubscribeOffer {
  /** Address and subject that a mail asks it with. */
  readonly mailto: { readonly address: string; readonly subject: string; readonly body: string } | null;
  /** A page of the sender's; never fetched but by one click. */
  readonly url: string | null;
  /** Whether a POST to `url` is enough, as the mail says; that it is signed is looked at when it is checked. */
  readonly oneClick: boolean;
  /** Noted when the mail was checked: a good signature covers what is offered. */
  readonly isSigned?: boolean;
}

const MAX_URL = 4000;

/** What the header fields `List-Unsubscribe` and `List-Unsubscribe-Post` offer; null where that is nothing that can be used. */
export function readUnsubscribe(field: string | undefined, post: string | undefined): UnsubscribeOffer | null {
  const urls = [...(field ?? '').slice(0, 20_000).matchAll(/<\s*([^<>]*?)\s*>/g)].map(([, url = '']) =>
    url.replace(/\s+/g, '').replaceAll('&amp;', '&'),
  );
  const https = urls.find((url) => isWeb(url, 'https:'));
  const url = https ?? urls.find((one) => isWeb(one, 'http:')) ?? null;
  const mailto = urls.map(mailOf).find((mail) => mail !== null) ?? null;
  if (url === null && mailto === null) return null;
  const oneClick = https !== undefined && /^\s*list-unsubscribe\s*=\s*one-click\s*$/i.test(post ?? '');
  return { mailto, url, oneClick };
}

function isWeb(text: string, protocol: string): boolean {
  const url = text.length <= MAX_URL ? URL.parse(text) : null;
  return url !== null && url.protocol === protocol && url.hostname !== '' && url.username === '' && url.password === '';
}

/** A `mailto:` address with what it asks for; other header fields that it may name are not followed. */
function mailOf(text: string): UnsubscribeOffer['mailto'] {
  const url = text.length <= MAX_URL && /^mailto:/i.test(text) ? URL.parse(text) : null;
  if (url === null) return null;
  const address = decoded(url.pathname).trim();
  if (!/^[^\s@<>,;:"]{1,64}@[^\s@<>,;:"]{1,255}$/.test(address)) return null;
  const line = (name: string): string => (url.searchParams.get(name) ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return { address, subject: line('subject').slice(0, 500), body: line('body').slice(0, 2000) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
