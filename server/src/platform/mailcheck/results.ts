import { parse } from 'tldts';
import { headerFields } from '../mailparse/content-key.ts';

export type AuthResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'policy' | 'temperror' | 'permerror';

/** What a mail server noted of a mail that it received (RFC 8601). */
export interface TrustedResults {
  /** The server's name, as it says it. */
  readonly by: string;
  readonly spf: { readonly domain: string; readonly result: AuthResult } | null;
  readonly dmarc: AuthResult;
  /** It stands above all lines that say by whom the mail was received: nobody before the server can have written it. */
  readonly isOnTop: boolean;
}

const RESULT = /^(?:pass|fail|softfail|neutral|none|policy|temperror|permerror)$/;

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((host) => parse(host.toLowerCase(), { allowPrivateDomains: true }));
  return one.toLowerCase() === other.toLowerCase() || (a?.domain != null && a.domain === b?.domain);
};

/** The topmost results whose name is that of the mail server, or of its domain; null where there are none. */
export function trustedResults(header: Uint8Array, server: string): TrustedResults | null {
  const fields = headerFields(header);
  for (const [index, { name, value }] of fields.entries()) {
    if (name !== 'authentication-results') continue;
    const [id = '', ...results] = withoutComments(value).split(';');
    const by = id.trim().split(/\s+/)[0]?.replace(/^"|"$/g, '') ?? '';
    if (by === '' || !isSame(by, server)) continue;
    const found = new Map<string, string>();
    for (const result of results) {
      const method = /^\s*([\w-]+)\s*=/.exec(result)?.[1]?.toLowerCase();
      if (method !== undefined && !found.has(method)) found.set(method, result);
    }
    const spf = found.get('spf');
    const isOnTop = fields.slice(0, index).every((field) => field.name !== 'received');
    return {
      by,
      spf: spf === undefined ? null : { domain: domainIn(spf), result: resultIn(spf) },
      dmarc: resultIn(found.get('dmarc') ?? ''),
      isOnTop,
    };
  }
  return null;
}

const withoutComments = (value: string): string => {
  let text = value.slice(0, 20_000);
  for (let turn = 0; turn < 5; turn += 1) text = text.replace(/\((?:[^()\\]|\\.)*\)/g, ' ');
  return text;
};

function resultIn(text: string): AuthResult {
  const word = /=\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? '';
  return RESULT.test(word) ? (word as AuthResult) : 'none';
}

const domainIn = (text: string): string =>
  (/smtp\.(?:mailfrom|helo)\s*=\s*"?(?:[^\s"@;]*@)?([^\s";]+)/i.exec(text)?.[1] ?? '').toLowerCase().slice(0, 253);
