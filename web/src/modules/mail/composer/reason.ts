import { parseAggregateId, type Problem } from '@kontor/contract/kernel';
import type { WrittenFile } from './state.ts';
import type { ComposerTexts } from './texts.ts';

/** Why the server would not, in words. */
export const reasonOf = (t: ComposerTexts, code: string): string =>
  (t.codes as Readonly<Record<string, string>>)[code] ?? t.otherCode(code);

/** The same for what was not saved: which file is gone, where the server says so. */
export function refusalOf(t: ComposerTexts, { code, detail }: Problem, files: readonly WrittenFile[]): string {
  const isMissing = ({ item }: WrittenFile): boolean =>
    item !== undefined && (item.storageKey || String(parseAggregateId(item.aggregateId)?.entryId)) === detail;
  // Files of several mails may have one number: then it is not known which of them it is.
  const [gone, ...others] = code === 'MAIL_ATTACHMENT_MISSING' ? files.filter(isMissing) : [];
  return gone === undefined || others.length > 0 ? reasonOf(t, code) : t.fileGone(gone.name);
}
