import type { NoPreview } from '@kontor/contract/kernel';

/** What came of bytes, by their type; undefined for what no viewer is there for. */
export function kindOfBytes(type: string): 'picture' | 'pdf' | 'text' | undefined {
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (essence.startsWith('image/')) return 'picture';
  if (essence === 'application/pdf') return 'pdf';
  return essence === 'text/plain' ? 'text' : undefined;
}

/** Why there is nothing to be seen: what the server says, else that it could not be asked, or could not do it. */
export type WhyNot = NoPreview | 'offline' | 'failed';

const REASONS: readonly string[] = ['kind', 'encrypted', 'tooBig', 'broken', 'noOffice', 'tooSlow'] satisfies WhyNot[];

export function whyNot(failure: {
  readonly kind: string;
  readonly code?: string | undefined;
  readonly problem?: { readonly detail?: string | undefined } | undefined;
}): WhyNot {
  if (failure.kind === 'offline') return 'offline';
  const detail = failure.problem?.detail ?? '';
  return failure.code === 'PREVIEW_NOT_AVAILABLE' && REASONS.includes(detail) ? (detail as WhyNot) : 'failed';
}

/** Whether asking once more may help. */
export const mayHelp = (why: WhyNot): boolean => why === 'offline' || why === 'failed' || why === 'tooSlow';

/** The file `by` places on; it ends at the first and the last. */
export const stepped = (index: number, by: number, count: number): number =>
  Math.max(0, Math.min(count - 1, index + by));

/** A quarter turn further, in degrees. */
export const turned = (degrees: number): number => (degrees + 90) % 360;

/** How large a picture is shown, in pixels of the screen: within its room, never larger than it is, or as it is. */
export function pictureSize(
  natural: { readonly width: number; readonly height: number },
  room: { readonly width: number; readonly height: number },
  degrees: number,
  isWhole: boolean,
): { readonly width: number; readonly height: number } {
  if (isWhole || natural.width === 0 || natural.height === 0) return natural;
  const isLying = degrees % 180 !== 0;
  const [width, height] = isLying ? [natural.height, natural.width] : [natural.width, natural.height];
  const scale = Math.min(1, room.width / width, room.height / height);
  return { width: Math.round(natural.width * scale), height: Math.round(natural.height * scale) };
}
