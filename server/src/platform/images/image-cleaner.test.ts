import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { ImageCleaner } from './image-cleaner.ts';

const cleaner = new ImageCleaner();
afterAll(() => cleaner.close());

const HTML = '<html><script>alert(1)</script><svg onload=alert(2)>%PDF-1.4';
const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } }).withMetadata({
    exif: { IFD0: { Copyright: HTML } },
  });
const frames = async (): Promise<Buffer> => {
  const frame = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp([await frame('#f00'), await frame('#0f0'), await frame('#00f')], { join: { animated: true } })
    .gif()
    .toBuffer();
};

describe('a picture comes out as a picture and nothing else', () => {
  it.each([
    ['png', 'image/png', () => picture().png().toBuffer()],
    ['jpeg', 'image/jpeg', () => picture().jpeg().toBuffer()],
    ['webp', 'image/webp', () => picture().webp().toBuffer()],
    ['gif', 'image/png', () => picture().gif().toBuffer()],
    ['avif', 'image/webp', () => picture().avif({ effort: 0 }).toBuffer()],
  ])('%s as %s', async (_name, type, make) => {
    // What is behind the end of the picture is another file to whoever wants it to be one.
    const clean = await cleaner.clean(Buffer.concat([await make(), Buffer.from(HTML)]));
    expect(clean?.type).toBe(type);
    const bytes = Buffer.from(clean?.bytes ?? []);
    for (const trace of ['script', 'svg', 'PDF', 'Exif']) expect(bytes.includes(trace)).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 });
  });

  it('and goes on moving', async () => {
    const clean = await cleaner.clean(await frames());
    expect(clean?.type).toBe('image/webp');
    expect((await sharp(clean?.bytes).metadata()).pages).toBe(3);
  });
});

it.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')],
  ['HTML', Buffer.from(HTML)],
  ['a GIF in name alone', Buffer.from(`GIF89a/*${HTML}*/=1;`)],
  ['a PNG in name alone', Buffer.from(`\x89PNG\r\n\x1a\n${HTML}`, 'latin1')],
  ['PDF', Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj')],
  ['nothing', Buffer.alloc(0)],
  ['BMP', Buffer.from('424d460000000000000036000000280000000200000002000000010018000000000010000000', 'hex')],
  [
    'a PNG that says it is 30,000 wide and high',
    Buffer.from('89504e470d0a1a0a0000000d4948445200007530000075300802000000f8a1d5b60000000049454e44ae426082', 'hex'),
  ],
])('%s is no picture', async (_name, bytes) => {
  expect(await cleaner.clean(bytes)).toBeUndefined();
});

it('half a picture is none', async () => {
  const noise = sharp({
    create: {
      width: 200,
      height: 200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
  const whole = await noise.jpeg().toBuffer();
  expect(await cleaner.clean(whole)).toBeDefined();
  expect(await cleaner.clean(whole.subarray(0, whole.length / 2))).toBeUndefined();
});

it('gives up what takes too long, and goes on with the next', async () => {
  const childFile = join(import.meta.dirname, 'testing', 'failing-process.ts');
  const slow = new ImageCleaner({ wallMs: 300, childFile });
  try {
    const outcomes = await Promise.all(['hang', 'exit', 'fine'].map((word) => slow.clean(Buffer.from(word))));
    expect(outcomes.map((image) => image?.type)).toEqual([undefined, undefined, 'image/png']);
  } finally {
    await slow.close();
  }
  expect(await slow.clean(Buffer.from('fine'))).toBeUndefined();
});
