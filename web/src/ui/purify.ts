import type { DOMPurify } from 'dompurify';

/** Pictures that a text brings along in itself: nothing is fetched for them, and none of these kinds runs anything. */
const DATA_IMAGE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]+$/i;

const SAFE_FUNCTION = /\b(?:rgba?|hsla?|calc)\([^()"'\\]*\)/gi;
const HARMLESS_PROPERTY =
  /^(?:color|background-color|background|border(?:-.+)?|caption-side|direction|display|empty-cells|float|clear|font(?:-.+)?|height|width|(?:min|max)-(?:height|width)|letter-spacing|line-height|list-style(?:-type|-position)?|margin(?:-.+)?|padding(?:-.+)?|opacity|overflow-wrap|table-layout|text-(?:align|decoration|decoration-.+|indent|transform)|unicode-bidi|vertical-align|visibility|white-space(?:-collapse)?|text-wrap(?:-mode)?|word-break|word-spacing)$/;

/** Declarations of a style that only change how text and boxes look; an address or an escape sequence in one drops it. */
export function safeStyle(declarations: Iterable<readonly [property: string, value: string]>): string {
  const kept: string[] = [];
  for (const [property, value] of declarations) {
    if (!HARMLESS_PROPERTY.test(property)) continue;
    if (/[\\@<>"]|\/\*/.test(value) && !property.startsWith('font')) continue;
    if (/[\\@<>(]/.test(value.replace(SAFE_FUNCTION, ''))) continue;
    if (property === 'display' && !/^(?:block|inline|inline-block|none|table.*|list-item)$/.test(value)) continue;
    kept.push(`${property}: ${value}`);
  }
  return kept.join('; ');
}

function* declarationsOf(style: CSSStyleDeclaration): Generator<readonly [string, string]> {
  for (const property of style) yield [property, style.getPropertyValue(property)];
}

let purify: DOMPurify | undefined;

/** The sanitiser of other people's HTML, with the rules of this file; loaded once. */
export async function loadPurify(): Promise<DOMPurify> {
  if (purify !== undefined) return purify;
  const { default: instance } = await import('dompurify');
  instance.addHook('uponSanitizeAttribute', (node, data) => {
    if (data.attrName === 'style') data.attrValue = safeStyle(declarationsOf((node as HTMLElement).style));
    if (data.attrName === 'href' && node.nodeName !== 'A') data.keepAttr = false;
    // An image is in the text itself, or comes from the server, by its key.
    if (data.attrName === 'src' && !(node.nodeName === 'IMG' && DATA_IMAGE.test(data.attrValue))) data.keepAttr = false;
  });
  return (purify = instance);
}
