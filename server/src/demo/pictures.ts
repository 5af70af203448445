/** Draws the demo's pictures pixel by pixel: logos and charts as PNG, "photos" as JPEG. */
import { crc32, deflateSync } from 'node:zlib';

export type Picture =
  | 'logo-brookmann'
  | 'logo-hartwell'
  | 'logo-geestland'
  | 'trend'
  | 'screenshot'
  | 'machine'
  | 'leak'
  | 'crack'
  | 'label'
  | 'pallet'
  | 'plate';

type Color = [number, number, number];
type Paint = (x: number, y: number) => Color;

interface Drawing {
  width: number;
  height: number;
  paint: Paint;
}

const mix = (a: Color, b: Color, part: number): Color => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
];
const inside = (x: number, y: number, left: number, top: number, right: number, bottom: number): boolean =>
  x >= left && x < right && y >= top && y < bottom;
const near = (x: number, y: number, cx: number, cy: number, radius: number): boolean =>
  (x - cx) ** 2 + (y - cy) ** 2 < radius ** 2;
/** The grain of a photo, the same in every run. */
const grain = (x: number, y: number): number => (((x * 7919 + y * 104729) ^ (x * y)) % 13) - 6;

const wallColor: Color = [176, 182, 186];
const floorColor: Color = [112, 108, 100];
const steel: Color = [205, 210, 214];
const darkSteel: Color = [96, 102, 110];

/** The scenes are thought in 320 x 240 and shot a little smaller: enough for a phone's preview. */
function hall(detail: (x: number, y: number) => Color | undefined): Drawing {
  return {
    width: 240,
    height: 176,
    paint(column, row) {
      const [x, y] = [Math.floor((column * 4) / 3), Math.floor((row * 4) / 3)];
      const wallOrFloor = (): Color =>
        y < 170 ? mix(wallColor, [140, 146, 152], y / 170) : mix(floorColor, [70, 66, 60], (y - 170) / 70);
      const base = detail(x, y) ?? wallOrFloor();
      const shade = grain(x, y);
      return [base[0] + shade, base[1] + shade, base[2] + shade];
    },
  };
}

const metal: Paint = (x, y) => mix(steel, darkSteel, (Math.sin(x / 9 + y / 40) + 1) / 4);

function logo(back: Color, front: Color, kind: 'wave' | 'ring' | 'hill'): Drawing {
  return {
    width: 160,
    height: 48,
    paint(x, y) {
      if (kind === 'wave') return Math.abs(y - 24 - 8 * Math.sin(x / 12)) < 5 ? front : back;
      if (kind === 'ring')
        return near(x, y, 24, 24, 18) !== near(x, y, 24, 24, 11) || inside(x, y, 52, 18, 148, 30) ? front : back;
      return y > 40 - 24 * Math.exp(-(((x - 60) / 40) ** 2)) - 14 * Math.exp(-(((x - 120) / 24) ** 2)) ? front : back;
    },
  };
}

const drawings: Record<Picture, Drawing> = {
  'logo-brookmann': logo([255, 255, 255], [0, 82, 136], 'wave'),
  'logo-hartwell': logo([252, 250, 244], [122, 28, 40], 'ring'),
  'logo-geestland': logo([232, 242, 250], [54, 128, 62], 'hill'),
  trend: {
    width: 360,
    height: 180,
    paint(x, y) {
      const level = 120 - x / 6 - 14 * Math.sin(x / 17) - (x > 250 ? (x - 250) * 0.4 : 0);
      if (Math.abs(y - level) < 1.6) return [200, 40, 30];
      if (Math.abs(y - 50) < 0.6) return [230, 150, 0];
      return x % 60 === 0 || y % 30 === 0 ? [220, 220, 220] : [255, 255, 255];
    },
  },
  screenshot: {
    width: 360,
    height: 220,
    paint(x, y) {
      if (y < 22) return [34, 58, 94];
      if (inside(x, y, 90, 70, 270, 150))
        return y < 90 ? [190, 40, 40] : inside(x, y, 150, 122, 210, 140) ? [120, 130, 140] : [245, 245, 245];
      if (x < 70) return y % 26 < 14 && x > 8 && x < 60 ? [150, 165, 185] : [225, 230, 236];
      return y % 24 < 2 ? [205, 210, 215] : [240, 242, 245];
    },
  },
  machine: hall((x, y) => {
    if (inside(x, y, 60, 60, 260, 190)) {
      if (inside(x, y, 80, 78, 180, 140)) return mix([120, 160, 190], [60, 90, 120], (y - 78) / 62);
      if (near(x, y, 220, 95, 10)) return [190, 30, 30];
      if (near(x, y, 220, 125, 10)) return [40, 150, 60];
      return metal(x, y);
    }
    return inside(x, y, 20, 150, 300, 164) ? [40, 44, 50] : undefined;
  }),
  leak: hall((x, y) => {
    if (inside(x, y, 40, 40, 280, 90)) return metal(x, y * 3);
    if (near(x, y, 160, 96, 26)) return [70, 74, 80];
    if (inside(x, y, 156, 120, 161, 190)) return [188, 160, 70];
    return ((x - 165) / 70) ** 2 + ((y - 202) / 16) ** 2 < 1 ? [150, 124, 48] : undefined;
  }),
  crack: hall((x, y) => {
    const line = 120 + 14 * Math.sin(x / 13) + 5 * Math.sin(x / 4);
    if (x > 90 && x < 240 && Math.abs(y - line) < 2.2) return [24, 22, 20];
    return inside(x, y, 30, 30, 290, 210) ? metal(x * 2, y) : undefined;
  }),
  label: hall((x, y) => {
    if (!inside(x, y, 90, 30, 230, 210)) return undefined;
    const [u, v] = [x - 90 + (y - 30) * 0.12, y - 30];
    if (inside(u, v, 20, 40, 120, 140)) return v % 18 < 8 ? [30, 110, 60] : [250, 248, 240];
    return [235, 232, 222];
  }),
  pallet: hall((x, y) => {
    if (inside(x, y, 70, 60, 250, 180)) return x % 60 < 3 || y % 40 < 3 ? [120, 84, 48] : [178, 136, 88];
    return inside(x, y, 60, 180, 260, 200) && x % 70 < 56 ? [140, 104, 60] : undefined;
  }),
  plate: hall((x, y) => {
    if (!inside(x, y, 50, 60, 270, 180)) return undefined;
    if (near(x, y, 62, 72, 5) || near(x, y, 258, 168, 5)) return [50, 50, 54];
    const row = (y - 80) % 22;
    return inside(x, y, 70, 80, 240, 168) && row < 8 && (x * 7 + Math.floor(y / 22) * 31) % 19 < 11
      ? [28, 30, 34]
      : [198, 202, 206];
  }),
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const clamp = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

function encodePng({ width, height, paint }: Drawing): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const pixels = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * (width * 3 + 1) + 1 + x * 3;
      const [red, green, blue] = paint(x, y);
      pixels[at] = clamp(red);
      pixels[at + 1] = clamp(green);
      pixels[at + 2] = clamp(blue);
    }
  }
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const zigzag = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
];
const quantizer = zigzag.map((_, index) => 10 + index * 2);
const cosines = Float64Array.from({ length: 64 }, (_, index) => {
  const [u, x] = [index >> 3, index & 7];
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});
/** Every run of zeros with every size, all with codes of eight bits: simple, and valid. */
const acSymbols = [
  0x00,
  0xf0,
  ...Array.from({ length: 160 }, (_, index) => (Math.floor(index / 10) << 4) | ((index % 10) + 1)),
];
const acCode = new Map(acSymbols.map((symbol, index) => [symbol, index]));
const dcSymbols = Array.from({ length: 12 }, (_, index) => index);

const rows = new Float64Array(64);
const columns = new Float64Array(64);

/** The block's 64 frequencies, quantized, in zigzag order. */
function transform(block: Float64Array): number[] {
  for (let y = 0; y < 8; y++) {
    for (let u = 0; u < 8; u++) {
      let sum = 0;
      for (let x = 0; x < 8; x++) sum += (block[y * 8 + x] ?? 0) * (cosines[u * 8 + x] ?? 0);
      rows[y * 8 + u] = sum;
    }
  }
  for (let v = 0; v < 8; v++) {
    for (let u = 0; u < 8; u++) {
      let sum = 0;
      for (let y = 0; y < 8; y++) sum += (rows[y * 8 + u] ?? 0) * (cosines[v * 8 + y] ?? 0);
      columns[v * 8 + u] = sum;
    }
  }
  return zigzag.map((position, index) => Math.round((columns[position] ?? 0) / (quantizer[index] ?? 1)));
}

function bitWriter(): { put(value: number, bits: number): void; end(): Buffer } {
  const bytes: number[] = [];
  let pending = 0;
  let count = 0;
  function put(value: number, bits: number): void {
    pending = (pending << bits) | (value & ((1 << bits) - 1));
    count += bits;
    while (count >= 8) {
      const byte = (pending >> (count - 8)) & 0xff;
      bytes.push(byte);
      if (byte === 0xff) bytes.push(0);
      count -= 8;
    }
    pending &= (1 << count) - 1;
  }
  return {
    put,
    end() {
      if (count > 0) put(0xff, 8 - count);
      return Buffer.from(bytes);
    },
  };
}

const segment = (marker: number, data: number[]): Buffer =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);

function encodeJpeg({ width, height, paint }: Drawing): Buffer {
  const bits = bitWriter();
  const lastDc = [0, 0, 0];
  const size = (value: number): number => 32 - Math.clz32(Math.abs(value));
  const amount = (value: number): void => bits.put(value < 0 ? value + (1 << size(value)) - 1 : value, size(value));
  function encodeBlock(block: Float64Array, component: number): void {
    const [dc = 0, ...ac] = transform(block);
    const difference = dc - (lastDc[component] ?? 0);
    lastDc[component] = dc;
    bits.put(size(difference), 4);
    amount(difference);
    let zeros = 0;
    for (const value of ac) {
      if (value === 0) {
        zeros++;
        continue;
      }
      for (; zeros > 15; zeros -= 16) bits.put(acCode.get(0xf0) ?? 0, 8);
      bits.put(acCode.get((zeros << 4) | size(value)) ?? 0, 8);
      amount(value);
      zeros = 0;
    }
    if (zeros > 0) bits.put(acCode.get(0) ?? 0, 8);
  }
  const blocks = [new Float64Array(64), new Float64Array(64), new Float64Array(64)] as const;
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      for (let pixel = 0; pixel < 64; pixel++) {
        const [red, green, blue] = paint(left + (pixel & 7), top + (pixel >> 3));
        blocks[0][pixel] = 0.299 * red + 0.587 * green + 0.114 * blue - 128;
        blocks[1][pixel] = -0.1687 * red - 0.3313 * green + 0.5 * blue;
        blocks[2][pixel] = 0.5 * red - 0.4187 * green - 0.0813 * blue;
      }
      for (const [component, block] of blocks.entries()) encodeBlock(block, component);
    }
  }
  const lengths = (count: number, bitsPerCode: number): number[] =>
    Array.from({ length: 16 }, (_, index) => (index + 1 === bitsPerCode ? count : 0));
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...quantizer]),
    segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
    segment(0xc4, [0x00, ...lengths(12, 4), ...dcSymbols]),
    segment(0xc4, [0x10, ...lengths(acSymbols.length, 8), ...acSymbols]),
    segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
    bits.end(),
    Buffer.from([0xff, 0xd9]),
  ]);
}

const drawn = new Map<string, Buffer>();

function once(key: string, draw: () => Buffer): Buffer {
  const made = drawn.get(key) ?? draw();
  drawn.set(key, made);
  return made;
}

export const drawPng = (picture: Picture): Buffer => once(`${picture}.png`, () => encodePng(drawings[picture]));
export const drawJpeg = (picture: Picture): Buffer => once(`${picture}.jpg`, () => encodeJpeg(drawings[picture]));
