/** Elements that end no word. */
const INLINE = /<\/?(?:a|abbr|b|big|code|em|font|i|ins|mark|s|small|span|strike|strong|sub|sup|u)(?:\s[^>]*)?>/gi;
const ELEMENT = /<[^>]*(?:>|$)/g;
const SIGNS: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
  '&amp;': '&',
};

/** The text of a mail's HTML as it was cleaned at arrival, on one line: quick, and good enough to quote a few words from. */
export const plainText = (html: string): string =>
  html
    .replace(INLINE, '')
    .replace(ELEMENT, ' ')
    .replace(/&(?:lt|gt|quot|nbsp|amp);/g, (sign) => SIGNS[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .trim();
