import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { crc32, deflateSync } from 'node:zlib';

const FIXTURES = join(
  import.meta.dirname,
  '..',
  '..',
  'server',
  'src',
  'platform',
  'mailparse',
  'fixtures',
  'newsletters',
);

/** A layout of the fixtures. Its pictures come from this address instead of from hosts that no test may ask. */
export const newsletter = (name: string, picturesFrom: string): string =>
  readFileSync(join(FIXTURES, `${name}.html`), 'utf8').replace(
    /(<img\b[^>]*?\bsrc=")https?:\/\/[^/"]+/g,
    (_whole, before: string) => `${before}${picturesFrom}/${name}`,
  );

export const namesOfNewsletters = (): string[] =>
  readdirSync(FIXTURES)
    .filter((file) => file.endsWith('.html'))
    .map((file) => file.slice(0, -'.html'.length))
    .toSorted();

/** A grey PNG in the size that an address names, as `/500x200`; 120 pixels each way where it names none. */
export function placeholder(path: string): Buffer {
  const [, one, two] = /\/(\d+)(?:x(\d+))?(?:\/|$)/.exec(path) ?? [];
  const width = Number(one ?? 120);
  const height = Number(two ?? one ?? 120);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(8 + body.length);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), 4 + body.length);
    return framed;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(8, 8);
  const pixels = Buffer.alloc((width + 1) * height, 0xa8);
  for (let row = 0; row < height; row += 1) pixels.writeUInt8(0, row * (width + 1));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export interface Words {
  readonly text: string;
  /** Edges of the box that they stand in: a paragraph, or a cell of a table. */
  readonly left: number;
  readonly right: number;
  /** In pixels of the screen. */
  readonly fontSize: number;
  /** How much lighter or darker it is than what is behind it, as WCAG 2 counts it. */
  readonly contrast: number;
}

export interface Appearance {
  readonly words: readonly Words[];
  readonly links: readonly string[];
  readonly images: number;
  readonly scrollsSideways: boolean;
  /** What the sheet leaves free at either side of the mail. */
  readonly margin: number;
  readonly width: number;
  /** Lowest edge of any words. */
  readonly bottom: number;
  readonly height: number;
}

/** What a reader sees of a mail: where its words stand, how well they can be read, where its links lead. */
export const inspect = (where: Page | Frame, sheet: string): Promise<Appearance> =>
  where.evaluate((behindAll) => {
    const channels = (color: string): number[] => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
      return [red, green, blue, alpha];
    };
    const over = (front: number[], back: number[]): number[] =>
      [0, 1, 2].map((n) => (front[n] ?? 0) * (front[3] ?? 1) + (back[n] ?? 0) * (1 - (front[3] ?? 1)));
    const luminance = (color: number[]): number => {
      const [red = 0, green = 0, blue = 0] = color.map((value) => {
        const part = value / 255;
        return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element: Element | null): number[] => {
      if (element === null) return channels(behindAll);
      const own = channels(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, behind(element.parentElement));
    };
    // What a comment parts is one run of words to a reader.
    const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
    const parting: Node[] = [];
    for (let node = comments.nextNode(); node !== null; node = comments.nextNode()) parting.push(node);
    for (const node of parting) node.parentNode?.removeChild(node);
    document.body.normalize();
    const zoom = Number.parseFloat(document.body.style.getPropertyValue('zoom') || '1');
    const boxOf = (element: Element): DOMRect => {
      const isInline = getComputedStyle(element).display.startsWith('inline');
      return isInline && element.parentElement !== null
        ? boxOf(element.parentElement)
        : element.getBoundingClientRect();
    };
    const words: Words[] = [];
    let bottom = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = (node.textContent ?? '').replace(/(?:\s|\p{Cf}|\u034f)+/gu, ' ').trim();
      const parent = node.parentElement;
      if (text.length < 2 || parent === null || parent.closest('style, script, title, .other-host') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const style = getComputedStyle(parent);
      const fontSize = Number.parseFloat(style.fontSize);
      if (box.width < 2 || box.height < 2 || fontSize < 4 || style.visibility === 'hidden' || style.opacity === '0')
        continue;
      const back = behind(parent);
      const [light, dark] = [luminance(over(channels(style.color), back)), luminance(back)].toSorted((a, b) => b - a);
      const contrast = ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
      bottom = Math.max(bottom, box.bottom);
      const { left, right } = boxOf(parent);
      words.push({ text, left, right, fontSize: fontSize * zoom, contrast });
    }
    const root = document.documentElement;
    return {
      words,
      links: [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? ''),
      images: [...document.images].filter((image) => image.naturalWidth > 1).length,
      scrollsSideways: Math.max(root.scrollWidth, document.body.scrollWidth) > root.clientWidth + 1,
      margin: Number.parseFloat(getComputedStyle(document.body).paddingLeft) * zoom,
      bottom,
      width: root.clientWidth,
      height: Math.max(100, document.body.getBoundingClientRect().height, root.scrollHeight),
    };
  }, sheet);
