import { isDeviceName } from '@kontor/contract/file-names';

// PostgreSQL keeps no NUL, and JSON no lone surrogates.
const NOT_STORABLE = /\0/g;

/** Text as the database can keep it, cut to `max` UTF-16 units. */
export function storable(text: string, max: number): string {
  const cut = text.length > max ? text.slice(0, max) : text;
  return cut.replace(NOT_STORABLE, '').toWellFormed();
}
// But for those that join the signs of emoji and of some scripts.
const INVISIBLE = /\p{Cc}|\p{Zl}|\p{Zp}|(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu;

/** One line of text without control, zero-width and direction characters, so that what is shown is what is there. */
export const oneLine = (text: string, max: number): string =>
  storable(
    text
      .slice(0, max * 4)
      .replace(/\s+/g, ' ')
      .replace(INVISIBLE, '')
      .trim(),
    max,
  );

/** A file name that every system can save under and that leaves no folder: the last path segment, cleaned, at most 150 characters. */
export function cleanFilename(name: string, fallback: string): string {
  const segment = name.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? '';
  const shown = oneLine(segment, 2000)
    .replace(/[<>:"|?*;]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (shown === '') return fallback;
  const safe = isDeviceName(shown) ? `_${shown}` : shown;
  if (safe.length <= 150) return safe;
  const dot = safe.lastIndexOf('.');
  const extension = dot > 0 && safe.length - dot <= 16 ? safe.slice(dot) : '';
  return (safe.slice(0, 150 - extension.length) + extension).toWellFormed();
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for HTML, in and outside attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
