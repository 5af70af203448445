import { SaxesParser } from 'saxes';

/** Namespaces of WebDAV (RFC 4918), CalDAV (RFC 4791), and of what others have added. */
export const NS = {
  dav: 'DAV:',
  caldav: 'urn:ietf:params:xml:ns:caldav',
  server: 'http://calendarserver.org/ns/',
  apple: 'http://apple.com/ns/ical/',
} as const;

const PREFIXES = new Map<string, string>([
  [NS.dav, 'd'],
  [NS.caldav, 'c'],
  [NS.server, 'cs'],
  [NS.apple, 'ical'],
]);

/** An element that was read. */
export interface Element {
  readonly ns: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

/** Characters of a body that are read. */
export const MAX_XML_BYTES = 1_000_000;
const MAX_DEPTH = 20;
const MAX_ELEMENTS = 20_000;
const MAX_ATTRIBUTES = 50;

/** What is no XML that is taken: broken, too deep, too many elements, or with a DOCTYPE. */
export class XmlRefused extends Error {
  override readonly name = 'XmlRefused';
}

interface Open extends Element {
  readonly children: Element[];
  text: string;
}

/** Reads a document. Throws `XmlRefused`. */
export function parseXml(source: string): Element {
  if (source.length > MAX_XML_BYTES) throw new XmlRefused('The body is too long');
  const parser = new SaxesParser({ xmlns: true, position: false });
  const stack: Open[] = [];
  let root: Element | undefined;
  let count = 0;
  const refuse = (reason: string): never => {
    throw new XmlRefused(reason);
  };
  parser.on('error', () => refuse('The body is not well-formed'));
  // Entities of one's own are declared in it, and nothing that CalDAV needs.
  parser.on('doctype', () => refuse('A DOCTYPE is refused'));
  parser.on('opentag', (tag) => {
    count += 1;
    if (count > MAX_ELEMENTS) refuse('There are too many elements');
    if (stack.length >= MAX_DEPTH) refuse('The elements are nested too deep');
    const given = Object.values(tag.attributes);
    if (given.length > MAX_ATTRIBUTES) refuse('There are too many attributes');
    const attributes = given.filter(({ name, prefix }) => name !== 'xmlns' && prefix !== 'xmlns');
    stack.push({
      ns: tag.uri,
      name: tag.local,
      attributes: Object.fromEntries(attributes.map(({ local, value }) => [local, value])),
      children: [],
      text: '',
    });
  });
  const text = (part: string): void => {
    const at = stack.at(-1);
    if (at !== undefined) at.text += part;
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => {
    const ended = stack.pop();
    if (ended === undefined) return;
    const parent = stack.at(-1);
    if (parent === undefined) root = ended;
    else parent.children.push(ended);
  });
  parser.write(source).close();
  return root ?? refuse('The body is empty');
}

export const isElement = ({ ns, name }: Element, wantedNs: string, wanted: string): boolean =>
  ns === wantedNs && name === wanted;

export const childOf = (element: Element | undefined, ns: string, name: string): Element | undefined =>
  element?.children.find((child) => isElement(child, ns, name));

export const childrenOf = (element: Element | undefined, ns: string, name: string): readonly Element[] =>
  element?.children.filter((child) => isElement(child, ns, name)) ?? [];

/** A name with its namespace, to be compared. */
export interface Name {
  readonly ns: string;
  readonly name: string;
}
export const keyOfName = ({ ns, name }: Name): string => `{${ns}}${name}`;

/** Markup that is made here. */
export interface Markup {
  readonly markup: string;
}

// What XML 1.0 has no way to say.
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // Else a reader would make a line feed of it.
    .replaceAll('\r', '&#13;');

const LOCAL_NAME = /^[\p{L}_][\p{L}\p{N}._-]*$/u;

/** An element of texts and other elements. */
export function el(
  ns: string,
  name: string,
  content: readonly (Markup | string)[] = [],
  attributes: Readonly<Record<string, string>> = {},
): Markup {
  const prefix = PREFIXES.get(ns);
  const safe = LOCAL_NAME.test(name) ? name : 'unknown';
  const tag = prefix === undefined ? (ns === '' ? safe : `x:${safe}`) : `${prefix}:${safe}`;
  const declared = prefix === undefined && ns !== '' ? ` xmlns:x="${escaped(ns)}"` : '';
  const said = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('');
  const inner = content.map((part) => (typeof part === 'string' ? escaped(part) : part.markup)).join('');
  return { markup: inner === '' ? `<${tag}${declared}${said}/>` : `<${tag}${declared}${said}>${inner}</${tag}>` };
}

export const dav = (name: string, ...content: readonly (Markup | string)[]): Markup => el(NS.dav, name, content);
export const cal = (name: string, ...content: readonly (Markup | string)[]): Markup => el(NS.caldav, name, content);

/** A whole document. */
export function documentOf(ns: string, name: string, content: readonly Markup[]): string {
  const declared = [...PREFIXES].map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`).join('');
  const tag = `${PREFIXES.get(ns) ?? 'd'}:${name}`;
  return `<?xml version="1.0" encoding="utf-8"?>\n<${tag}${declared}>${content.map(({ markup }) => markup).join('')}</${tag}>\n`;
}
