import { expect, it } from 'vitest';
import { fileKind, safeType } from './kinds.ts';

it.each([
  ['application/pdf', 'a', 'pdf', 'application/pdf'],
  ['image/svg+xml', 'a.svg', 'image', 'application/octet-stream'],
  ['text/html', 'a.html', 'text', 'application/octet-stream'],
  ['application/octet-stream', 'Angebot.DOCX', 'office', 'application/octet-stream'],
  ['application/x-foo', 'noend', 'other', 'application/octet-stream'],
  ['text/calendar', 'a.ics', 'calendar', 'application/octet-stream'],
  ['image/png', 'a.png', 'image', 'image/png'],
  ['message/rfc822', 'a.eml', 'mail', 'application/octet-stream'],
  ['application/zip', 'a.zip', 'archive', 'application/zip'],
])('knows the kind of %s %s', (type, name, kind, safe) => {
  expect([fileKind(type, name), safeType(type)]).toEqual([kind, safe]);
});
