/**
 * What the app's own page may load and do. Styles in line are for the mails, whose frames inherit this; the app itself needs none.
 * Texts become markup or the address of a worker only where the app's one policy knows them (web/src/ui/trusted.ts), or the sanitiser made them.
 * A client may use instances at other hosts, so connections may lead anywhere, encrypted where the page was.
 */
const contentSecurityPolicy = (secure: boolean): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self' https: wss:${secure ? '' : ' http: ws:'}`,
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify',
  ].join('; ');

/** Powers of a device that no page of ours uses, and the one that location-based states need. */
const PERMISSIONS = [
  'geolocation=(self)',
  ...['accelerometer', 'bluetooth', 'camera', 'display-capture', 'gyroscope', 'hid', 'magnetometer', 'microphone'].map(
    (name) => `${name}=()`,
  ),
  ...['midi', 'payment', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'].map((name) => `${name}=()`),
].join(', ');

const YEAR_SECONDS = 31_536_000;

const headersFor = (secure: boolean): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': contentSecurityPolicy(secure),
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

const OVER_TLS = headersFor(true);
const PLAIN = headersFor(false);

/** The headers of every answer. What may be kept by a browser says so itself, in the place of `no-store`. */
export const securityHeaders = (secure: boolean): Readonly<Record<string, string>> => (secure ? OVER_TLS : PLAIN);
