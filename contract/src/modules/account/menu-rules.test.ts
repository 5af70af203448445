import { expect, test } from 'vitest';
import type { MenuItemAbout } from './menu.ts';
import { isMenuPath, isMenuScheme, judgeMenuItem } from './menu-rules.ts';

const ALLOWED = {
  postHosts: ['erp.example', 'forms.example:8443'],
  sessionHosts: ['erp.example'],
  schemes: ['teams', 'javascript', 'data'],
};
type How = Partial<Pick<MenuItemAbout, 'Method' | 'Session'>>;
type Case = readonly [what: string, type: MenuItemAbout['Type'], url: string, how: How, verdict: string | undefined];

test.each<Case>([
  ['a list of Kontor', 'predefined', '/filter/all/all/main?q=von:werft', {}, undefined],
  ['the inbox', 'predefined', '/', {}, undefined],
  ['another host in disguise', 'predefined', '//evil.example/x', {}, 'MENU_URL_REFUSED'],
  ['another disguise', 'predefined', '/\\evil.example', {}, 'MENU_URL_REFUSED'],
  ['a whole address as a place', 'predefined', 'https://kontor.example/', {}, 'MENU_URL_REFUSED'],
  ['a token behind a path', 'predefined', '/login#reset=x', {}, 'MENU_URL_REFUSED'],
  ['a place with a session', 'predefined', '/', { Session: true }, 'MENU_URL_REFUSED'],
  ['a page', 'userDefinedUrl', 'https://anywhere.example/a?b=c#d', {}, undefined],
  ['a page without TLS', 'userDefinedUrl', 'http://intranet/', {}, undefined],
  ['capitals', 'userDefinedUrl', 'HTTPS://Anywhere.example', {}, undefined],
  ['a mail', 'userDefinedUrl', 'mailto:info@nordwerk.example', {}, undefined],
  ['a number', 'applicationStarter', 'tel:+4940123', {}, undefined],
  ['a mail with a session', 'userDefinedUrl', 'mailto:a@b.example', { Session: true }, 'MENU_URL_REFUSED'],
  ['a script', 'userDefinedUrl', 'javascript:alert(1)', {}, 'MENU_URL_REFUSED'],
  ['a script with a break', 'userDefinedUrl', 'java\nscript:alert(1)', {}, 'MENU_URL_REFUSED'],
  ['a script behind a blank', 'userDefinedUrl', ' javascript:alert(1)', {}, 'MENU_URL_REFUSED'],
  ['a script in capitals', 'userDefinedUrl', 'JaVaScRiPt:alert(1)', {}, 'MENU_URL_REFUSED'],
  ['data', 'userDefinedUrl', 'data:text/html,<script>', {}, 'MENU_URL_REFUSED'],
  ['a file', 'userDefinedUrl', 'file:///etc/passwd', {}, 'MENU_URL_REFUSED'],
  ['nothing', 'userDefinedUrl', 'erp', {}, 'MENU_URL_REFUSED'],
  ['no host', 'userDefinedUrl', 'https://', {}, 'MENU_URL_REFUSED'],
  ['a name and password', 'userDefinedUrl', 'https://anna:geheim@erp.example/', {}, 'MENU_URL_REFUSED'],
  ['a form to a listed host', 'userDefinedUrl', 'https://forms.example:8443/', { Method: 'POST' }, undefined],
  ['a form to its other port', 'userDefinedUrl', 'https://forms.example/', { Method: 'POST' }, 'MENU_HOST_UNLISTED'],
  ['a form to anybody', 'userDefinedUrl', 'https://evil.example/', { Method: 'POST' }, 'MENU_HOST_UNLISTED'],
  ['a session for a listed host', 'userDefinedUrl', 'https://erp.example/x', { Session: true }, undefined],
  ['a session by a form', 'userDefinedUrl', 'https://erp.example/x', { Session: true, Method: 'POST' }, undefined],
  [
    'a session for one without a secret',
    'userDefinedUrl',
    'https://forms.example:8443/',
    { Session: true },
    'MENU_HOST_UNLISTED',
  ],
  [
    'a session below a listed host',
    'userDefinedUrl',
    'https://erp.example.evil.example/',
    { Session: true },
    'MENU_HOST_UNLISTED',
  ],
  ['a program', 'applicationStarter', 'teams:/l/chat/0/0', {}, undefined],
  ['a program that is not listed', 'applicationStarter', 'calc:', {}, 'MENU_URL_REFUSED'],
  ['a script that is listed by mistake', 'applicationStarter', 'javascript:alert(1)', {}, 'MENU_URL_REFUSED'],
  ['a program with a session', 'applicationStarter', 'teams:/x', { Session: true }, 'MENU_URL_REFUSED'],
  ['a page as a program', 'applicationStarter', 'https://erp.example/', {}, 'MENU_URL_REFUSED'],
])('%s', (_, Type, URL, how, verdict) => {
  expect(judgeMenuItem({ Type, URL, Method: 'GET', Session: false, ...how }, ALLOWED)).toBe(verdict);
});

test.each([
  ['teams', true],
  ['sap-gui', true],
  ['javascript', false],
  ['https', false],
  ['file', false],
  ['a b', false],
  ['', false],
])('the scheme "%s"', (scheme, may) => expect(isMenuScheme(scheme)).toBe(may));

test.each([
  ['/settings/menu', true],
  ['/mails/open/today/main?user=2', true],
  ['settings', false],
  ['/\t/evil.example', false],
])('the path "%s"', (path, is) => expect(isMenuPath(path)).toBe(is));
