/** The loopback that a policy can name; `isLocalAddress` of the web app (phonecall/dialling/rules.ts) knows the same two. */
const LOOPBACK = 'http://127.0.0.1:* http://localhost:*';

/**
 * What the app's own page may load and do. Styles in line are for the mails, whose frames inherit this; the app itself needs none.
 * Texts become markup or the address of a worker only where the app's one policy knows them (web/src/ui/trusted.ts), or the sanitiser made them.
 * Pages of other hosts stand in frames that a kind of records has, sandboxed by the app; mails' frames have a stricter policy of their own.
 * A client may use instances at other hosts, so connections may lead anywhere, encrypted where the page was. A program on the person's own machine
 * that makes calls (TAPImaster) has no certificate: loopback is reached in plain HTTP from every page, which browsers take for no mixed content.
 */
const contentSecurityPolicy = (secure: boolean, formHosts: readonly string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // Voice messages: their bytes come in the person's own session, and are played from there.
    "media-src 'self' blob:",
    `connect-src 'self' https: wss: ${secure ? LOOPBACK : 'http: ws:'}`,
    "frame-src 'self' https:",
    "object-src 'none'",
    "base-uri 'none'",
    // Without a scheme: over TLS a browser then sends forms there over TLS alone.
    ["form-action 'self'", ...formHosts].join(' '),
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify',
  ].join('; ');

/** Powers of a device that no page of ours uses, and the one that location-based states need. */
const PERMISSIONS = [
  'geolocation=(self)',
  ...['accelerometer', 'camera', 'display-capture', 'gyroscope', 'hid', 'magnetometer', 'microphone'].map(
    (name) => `${name}=()`,
  ),
  ...['midi', 'payment', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'].map((name) => `${name}=()`),
].join(', ');

const YEAR_SECONDS = 31_536_000;

const headersFor = (secure: boolean, formHosts: readonly string[]): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': contentSecurityPolicy(secure, formHosts),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // Pages of our other origins read by CORS, which this does not touch; all else is kept from loading anything of ours.
  'Cross-Origin-Resource-Policy': 'same-site',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': PERMISSIONS,
  'X-DNS-Prefetch-Control': 'off',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'Cache-Control': 'no-store',
  // Only over TLS does a browser believe it, and only there is it true.
  ...(secure ? { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}; includeSubDomains` } : {}),
});

/**
 * The headers of every answer, over TLS or not. What may be kept by a browser says so itself, in the place of `no-store`. Forms of the page
 * may be sent to `formHosts`, beside where it comes from.
 */
export function securityHeaders(
  formHosts: readonly string[] = [],
): (secure: boolean) => Readonly<Record<string, string>> {
  const [overTls, plain] = [headersFor(true, formHosts), headersFor(false, formHosts)];
  return (secure) => (secure ? overTls : plain);
}
