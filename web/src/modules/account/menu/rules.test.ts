import type { MenuItemAbout } from '@kontor/contract/account';
import { expect, test } from 'vitest';
import { faultsOf, nameFor, settled, urlFor } from './rules.ts';

const ALLOWED = { postHosts: ['erp.example'], sessionHosts: ['erp.example'], schemes: ['teams'] };
const ABOUT: MenuItemAbout = {
  Caption: 'Lager',
  Name: 'lager',
  Type: 'userDefinedUrl',
  URL: 'https://erp.example/',
  Method: 'GET',
  Session: false,
  ResourceId: '',
};

test.each([
  ['Lager & Co.', 'lager-co'],
  ['Größe', 'groesse'],
  ['Café', 'cafe'],
  ['日本', 'eintrag'],
  ['x'.repeat(60), 'x'.repeat(40)],
])('%s is called %s', (caption, name) => expect(nameFor(caption)).toBe(name));

test.each([
  ['predefined', 'https://kontor.example/filter/all/all/main?q=x', '/filter/all/all/main?q=x'],
  ['predefined', 'https://kontor.example', '/'],
  ['predefined', 'https://kontor.example.evil.example/', 'https://kontor.example.evil.example/'],
  ['userDefinedUrl', ' erp.example/start ', 'https://erp.example/start'],
  ['userDefinedUrl', 'mailto:a@b.example', 'mailto:a@b.example'],
  ['applicationStarter', 'teams:/x', 'teams:/x'],
] as const)('as %s, %s means %s', (type, typed, url) =>
  expect(urlFor(type, typed, 'https://kontor.example')).toBe(url),
);

test.each<[string, Partial<MenuItemAbout>, object]>([
  ['all is well', {}, {}],
  ['no caption', { Caption: ' ' }, { Caption: 'missing' }],
  ['no address', { URL: '' }, { URL: 'missing' }],
  ['a script', { URL: 'javascript:alert(1)' }, { URL: 'badUrl' }],
  ['a page as a place', { Type: 'predefined' }, { URL: 'badPath' }],
  ['an unknown program', { Type: 'applicationStarter', URL: 'calc:' }, { URL: 'badProgram' }],
  ['a form to nobody known', { Method: 'POST', URL: 'https://a.example/' }, { URL: 'unlisted' }],
  ['a name with blanks', { Name: 'a b' }, { Name: 'badName' }],
])('%s', (_, about, faults) => expect(faultsOf({ ...ABOUT, ...about }, ALLOWED)).toEqual(faults));

test.each<[string, Partial<MenuItemAbout>, Partial<MenuItemAbout>]>([
  [
    'a place has neither form nor session',
    { Type: 'predefined', URL: '/', Method: 'POST', Session: true },
    { Method: 'GET', Session: false },
  ],
  ['a session stays where it may', { Session: true, ResourceId: ' a ' }, { Session: true, ResourceId: 'a' }],
  [
    'and goes where it may not',
    { Session: true, ResourceId: 'a', URL: 'https://a.example/' },
    { Session: false, ResourceId: '' },
  ],
])('%s', (_, about, is) => expect(settled({ ...ABOUT, ...about }, ALLOWED)).toMatchObject(is));
