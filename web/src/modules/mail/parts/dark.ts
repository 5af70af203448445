import { contrast, luminance, mix } from '../../../ui/colour.ts';

/** What a mail lies on in the dark; the same is in the style sheet of what stands around it. */
export const DARK_GROUND = '#14181e';
const WHITE = '#ffffff';
/** From here on a ground is light: what is written on it is made for that. */
const LIGHT = 0.35;
/** How much of its colour a light ground keeps in the dark. */
const TINT = 0.1;
/** Text need not stand out more than this: pure white on a dark ground dazzles. Lines need less. */
const MAX_CONTRAST = 11;
const MIN_CONTRAST = 4.5;
const LINE_CONTRAST = 1.6;
const STEP = 0.04;
/** Of mails with more elements nothing is changed: it would be felt. */
const MAX_ELEMENTS = 4000;
/** What a browser says of an element without a ground of its own. */
const TRANSPARENT = 'rgba(0, 0, 0, 0)';
const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** A colour as a browser computes it, as `rgb(0 0 0 / 50%)`: its hex over what lies beneath it. Undefined where it is none of those. */
export function over(colour: string, beneath: string): string | undefined {
  const [r, g, b, alpha = 1] = (/^rgba?\(([^)]*)\)$/.exec(colour)?.[1] ?? '')
    .split(/[\s,/]+/)
    .filter((part) => part !== '')
    .map((part) => (part.endsWith('%') ? Number(part.slice(0, -1)) / 100 : Number(part)));
  if (r === undefined || g === undefined || b === undefined) return undefined;
  const below = [1, 3, 5].map((at) => Number.parseInt(beneath.slice(at, at + 2), 16));
  const byte = (value: number, index: number): string =>
    Math.round(value * alpha + (below[index] ?? 0) * (1 - alpha))
      .toString(16)
      .padStart(2, '0');
  return `#${[r, g, b].map(byte).join('')}`;
}

const isLight = (colour: string): boolean => luminance(colour) > LIGHT;

/** A ground in the dark: a light one is dark, with some of its colour; one that is dark by itself stays. */
export const darkGround = (was: string): string =>
  was === WHITE ? DARK_GROUND : isLight(was) ? mix(was, TINT, DARK_GROUND) : was;

/** The colour of what is written on a ground that has become another: as far from it as it was, and far enough to be read. */
export function darkText(colour: string, was: string, ground: string): string {
  const wanted = Math.min(MAX_CONTRAST, Math.max(MIN_CONTRAST, contrast(colour, was)));
  return lighter(colour, ground, wanted);
}

const darkLine = (colour: string, ground: string): string =>
  isLight(colour) ? mix(colour, 2 * TINT, ground) : lighter(colour, ground, LINE_CONTRAST);

/** A colour, mixed with white as far as it must be to stand out. */
function lighter(colour: string, ground: string, wanted: number): string {
  for (let share = 0; share < 1; share += STEP) {
    const mixed = share === 0 ? colour : mix(WHITE, share, colour);
    if (contrast(mixed, ground) >= wanted) return mixed;
  }
  return WHITE;
}

interface Change {
  readonly element: HTMLElement;
  readonly styles: readonly (readonly [name: string, value: string])[];
}

const hasText = (element: Element): boolean =>
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');

/** What is to become of the colours of a mail's elements, read before anything is changed. */
function changesOf(body: HTMLElement): readonly Change[] {
  /** The grounds of elements: as it was, and as it is to be. Undefined beneath pictures, where all stays. */
  const grounds = new Map<Element, readonly [was: string, is: string] | undefined>();
  const changes: Change[] = [];
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('*')]) {
    const parent = element === body ? ([WHITE, DARK_GROUND] as const) : grounds.get(element.parentElement ?? body);
    const style = body.ownerDocument.defaultView?.getComputedStyle(element);
    if (parent === undefined || style === undefined) continue;
    const own = over(style.backgroundColor, parent[0]);
    if (own === undefined || style.backgroundImage !== 'none') {
      // What was inherited until here is not what it was made for.
      changes.push({ element, styles: [['color', style.color]] });
      continue;
    }
    const isSeen = style.backgroundColor !== TRANSPARENT;
    const ground = isSeen ? ([own, darkGround(own)] as const) : parent;
    grounds.set(element, ground);
    const [was, is] = ground;
    const styles: [string, string][] = [];
    if (isSeen && is !== was) styles.push(['background-color', is]);
    const text = over(style.color, was);
    if (text !== undefined && (element === body || hasText(element)))
      styles.push(['color', was === is ? style.color : darkText(text, was, is)]);
    for (const side of SIDES) {
      const line = over(style.getPropertyValue(`border-${side}-color`), was);
      const isDrawn = style.getPropertyValue(`border-${side}-style`) !== 'none' && was !== is;
      if (isDrawn && line !== undefined) styles.push([`border-${side}-color`, darkLine(line, is)]);
    }
    if (styles.length > 0) changes.push({ element, styles });
  }
  return changes;
}

/**
 * Shows a mail in the dark: light grounds become dark, what is written on them light, with as much contrast as it had. What is dark by
 * itself and pictures stay. Returns how it is shown as it was, or undefined where the mail is too large for that.
 */
export function darken(body: HTMLElement): (() => void) | undefined {
  if (body.getElementsByTagName('*').length > MAX_ELEMENTS) return undefined;
  const before = changesOf(body).map(({ element, styles }) => {
    const given = element.getAttribute('style');
    for (const [name, value] of styles) element.style.setProperty(name, value, 'important');
    return { element, given };
  });
  return () => {
    for (const { element, given } of before)
      if (given === null) element.removeAttribute('style');
      else element.setAttribute('style', given);
  };
}
