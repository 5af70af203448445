/** What may be a link's address, with what people leave out put in front; undefined where it is none. */
export function linkOf(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '' || /\s/.test(text)) return undefined;
  if (/^(https?:\/\/[^/]|mailto:.|tel:.)/i.test(text)) return text;
  if (/^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^:/]+:\d+(\/|$)/.test(text)) return undefined;
  return /^[^/?#]+\.[^/?#.]{2,}/.test(text) ? `https://${text}` : undefined;
}
