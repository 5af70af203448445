// Writes into a page what it may load and do: `node native/policy.mjs <index.html>`. In the web the server says so in a header of each answer; in
// the app no server answers, so the page says it itself, with the same words.
import { readFileSync, writeFileSync } from 'node:fs';
import { securityHeaders } from '../server/src/platform/http/security-headers.ts';

/** What a page may not say of itself: a browser takes it from a header alone. */
const HEADER_ONLY = /^frame-ancestors\b/;
/** The page's own origin on iOS, which some versions do not take for 'self'. */
const IOS = 'capacitor://localhost';

/** Returns the page with the policy as the first thing in its head. Throws an Error if it has no head, or a policy already. */
export function withPolicy(page, policy) {
  const rules = policy
    .split('; ')
    .filter((rule) => !HEADER_ONLY.test(rule))
    .map((rule) => rule.replace("'self'", `'self' ${IOS}`));
  if (!page.includes('<head>') || page.includes('Content-Security-Policy')) throw new Error('the page has no head, or a policy already');
  return page.replace('<head>', `<head>\n    <meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}" />`);
}

if (import.meta.filename === process.argv[1]) {
  const [, , file] = process.argv;
  writeFileSync(file, withPolicy(readFileSync(file, 'utf8'), securityHeaders()(true)['Content-Security-Policy']));
}
