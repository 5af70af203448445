import { expect, test } from 'vitest';
import { makerOf } from './makers.ts';

test.each([
  ['Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36', 'samsung'],
  ['Mozilla/5.0 (Linux; Android 13; Redmi Note 12; wv)', 'xiaomi'],
  ['Mozilla/5.0 (Linux; Android 13; M2101K6G; wv)', 'xiaomi'],
  ['Mozilla/5.0 (Linux; Android 12; CPH2207; wv)', 'oppo'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9; wv)', 'google'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)', 'apple'],
  ['Mozilla/5.0 (Linux; Android 15; K; wv)', 'other'],
])('%s is of %s', (userAgent, maker) => expect(makerOf(userAgent)).toBe(maker));
