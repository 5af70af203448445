/** Characters without a shape of their own: they turn the direction of what stands beside them, or are simply not seen. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/u;
const MARKS = /[\u200e\u200f\u061c]/u;
const UNSEEN =
  /\u034f|\u115f|\u1160|\u17b4|\u17b5|\u180b|\u180c|\u180d|[\u00ad\u180e\u200b\u2028\u2029\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/u;
const JOINERS = /[\u200c\u200d]/u;
const TAGS = /[\u{e0000}-\u{e007f}]/u;
const HIDDEN = new RegExp([TURNING, MARKS, UNSEEN, JOINERS, TAGS].map(({ source }) => source).join('|'), 'gu');
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Scripts that are written with joiners, and pictures that are made of several. */
const JOINED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Extended_Pictographic}]/u;

/**
 * A text with its invisible characters written out (`An‹U+202E›na`), or undefined where it has none that could deceive: joiners
 * belong to some scripts and to emoji, direction marks to names that are written from right to left.
 */
export function withHiddenShown(text: string): string | undefined {
  const joins = JOINED.test(text);
  const runsLeft = RIGHT_TO_LEFT.test(text);
  const isFlag = /\u{1f3f4}[\u{e0020}-\u{e007f}]+/u.test(text);
  let isFound = false;
  const shown = text.replace(HIDDEN, (sign) => {
    if ((joins && JOINERS.test(sign)) || (runsLeft && MARKS.test(sign)) || (isFlag && TAGS.test(sign))) return sign;
    isFound = true;
    return `‹U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;
  });
  return isFound ? shown : undefined;
}
