/** At most two initials of a name or address: `Paul Neumann` is PN, `info@nordwerk.example` is IN. */
export function initials(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s.,_+-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  const letters = (word: string, count: number): string =>
    Array.from(word.replace(/[^\p{L}\p{N}]/gu, ''))
      .slice(0, count)
      .join('');
  return (last === '' ? letters(first, 2) : letters(first, 1) + letters(last, 1)).toLocaleUpperCase('de') || '?';
}

/** Hue in degrees that always belongs to the same name. */
export function hueOf(name: string): number {
  let hash = 2_166_136_261;
  for (const char of name.toLowerCase()) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return Math.abs(hash) % 360;
}

export interface AvatarProps {
  readonly name: string;
  readonly picture?: string | null;
  readonly size?: 's';
  /** They are none of ours: their colour is softer. */
  readonly isGuest?: boolean;
  /** It is a record, as a company is: square, and as soft. */
  readonly isRecord?: boolean;
}

/** Picture of a person, or their initials on a colour of their own, as records have them. Decoration: the name stands beside it. */
export function Avatar({ name, picture, size, isGuest = false, isRecord = false }: AvatarProps) {
  return (
    <span
      className="avatar"
      data-size={size}
      data-of={isRecord ? 'record' : isGuest ? 'guest' : undefined}
      style={{ '--hue': hueOf(name) } as React.CSSProperties}
      aria-hidden="true"
    >
      {picture ? <img src={picture} alt="" /> : initials(name)}
    </span>
  );
}
