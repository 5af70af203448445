import type { WrittenTag } from '@kontor/contract/kernel';
import type sanitizeHtml from 'sanitize-html';
import { lazily } from '../lazily.ts';

const sanitizer = lazily<typeof sanitizeHtml>('sanitize-html');

/** Tags with their attributes and properties, each with a pattern of all that it may be. */
export type Rules = Readonly<Record<string, WrittenTag>>;

/** The same by other names, as people's programs and scripts write it. */
const ALIASES = new Map([
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
]);
const MAX_DEPTH = 150;

const patterns = new Map<string, RegExp>();
function matches(pattern: string, value: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(`^(?:${pattern})$`, 'i');
  patterns.set(pattern, known);
  return known.test(value);
}

function styleOf(allowed: Readonly<Record<string, string>>, style: string): string {
  const kept = new Map<string, string>();
  for (const declaration of style.slice(0, 5000).split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .trim()
      .replace(/\s+/g, ' ');
    const pattern = Object.hasOwn(allowed, property) ? allowed[property] : undefined;
    // Names of fonts are compared without the blanks and quotation marks that programs put between and around them.
    const plain = property === 'font-family' ? value.replace(/["']/g, '').replace(/\s*,\s*/g, ',') : value;
    if (colon > 0 && pattern !== undefined && matches(pattern, plain)) kept.set(property, plain);
  }
  return [...kept].map(([property, value]) => `${property}:${value}`).join(';');
}

function transform(rules: Rules, given: string, attributes: Readonly<Record<string, string>>) {
  const tagName = ALIASES.get(given) ?? given;
  const { attributes: allowed = {}, style: properties = {} } = Object.hasOwn(rules, tagName)
    ? (rules[tagName] ?? {})
    : {};
  const attribs: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const pattern = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
    if (pattern !== undefined && matches(pattern, value)) attribs[name] = value;
  }
  const style = styleOf(properties, attributes['style'] ?? '');
  if (style !== '') attribs['style'] = style;
  return { tagName, attribs };
}

/**
 * What takes out of HTML all that `rules` do not name; its text stays. `picturesBy`: the attributes one of which a picture needs to be one.
 * It wants HTML that is not nested deeper than a parser can take. Cleaning again changes nothing.
 */
export function cleanerOf(
  rules: Rules,
  { picturesBy }: { readonly picturesBy: readonly string[] },
): (html: string) => string {
  const tags = Object.keys(rules);
  const options: sanitizeHtml.IOptions = {
    allowedTags: tags,
    allowedAttributes: Object.fromEntries(
      tags.map((tag) => [tag, ['style', ...Object.keys(rules[tag]?.attributes ?? {})]]),
    ),
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['cid'] },
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nestingLimit: MAX_DEPTH,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'xmp', 'template', 'title', 'iframe', 'object'],
    disallowedTagsMode: 'discard',
    transformTags: { '*': (tag, attributes) => transform(rules, tag.toLowerCase(), attributes) },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !picturesBy.some((name) => name in attribs),
  };
  return (html) => {
    const sanitize = sanitizer();
    const once = sanitize(html, options);
    // What stood around a tag that was dropped may be read otherwise without it: then it is cleaned as it is read.
    return once === html ? once : sanitize(once, options);
  };
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
