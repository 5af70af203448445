/** Seconds as people read a length: `7:05`, `1:07:05`. */
export function lengthOf(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes)}:${two(rest)}`;
}

const MAX_SECONDS = 31_536_000;

/** What was typed as a length: minutes, `1:30` for hours and minutes, `90 min`, `1,5 h`; undefined for none. In seconds. */
export function secondsOf(typed: string): number | undefined {
  const text = typed.trim().toLowerCase().replace(',', '.');
  const [, hours, minutes, seconds = '0'] = /^(\d{1,4}):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? [];
  const [, count, unit = 'min'] =
    /^(\d{1,6}(?:\.\d{1,2})?)\s*(s|sek|sec|m|min|h|std|stunden?|hours?)?\.?$/.exec(text) ?? [];
  const factor = unit.startsWith('s') && !unit.startsWith('st') ? 1 : unit.startsWith('m') ? 60 : 3600;
  const found =
    hours === undefined
      ? Math.round(Number(count) * factor)
      : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return Number.isNaN(found) || found > MAX_SECONDS ? undefined : found;
}
