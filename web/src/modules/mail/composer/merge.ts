import type { ReceiverInput } from '@kontor/contract/mail';
import { mergeFields } from '../../../client/core/merge.ts';
import { mergeDocs, mergeSets } from '../../../editor/merge.ts';
import type { Writing, WrittenFile } from './state.ts';

const byAddress = ({ receiver }: ReceiverInput): string => receiver.toLowerCase();
const byFile = ({ name, size, isInline }: WrittenFile): string => `${name} ${size} ${isInline}`;

/**
 * What two people, or one on two devices, have made of a draft. `base`: as it was when both began; `version`: what the other one's words
 * are headed by. The answer is at the other one's version.
 */
export function mergeWritings(
  base: Writing,
  mine: Writing,
  theirs: Writing,
  version: string,
): { readonly writing: Writing; readonly isClean: boolean } {
  const pick = ({ subject, draftName, isGlobal, isPlain, senderAccountId, signatureId }: Writing) => ({
    subject,
    draftName,
    isGlobal,
    isPlain,
    senderAccountId,
    signatureId,
  });
  const fields = mergeFields(pick(base), pick(mine), pick(theirs));
  const { doc, isClean } = mergeDocs(base.doc, mine.doc, theirs.doc, version);
  const writing: Writing = {
    ...mine,
    ...fields.value,
    draftId: theirs.draftId,
    version: theirs.version,
    doc,
    receiversTo: mergeSets(base.receiversTo, mine.receiversTo, theirs.receiversTo, byAddress),
    receiversCC: mergeSets(base.receiversCC, mine.receiversCC, theirs.receiversCC, byAddress),
    receiversBCC: mergeSets(base.receiversBCC, mine.receiversBCC, theirs.receiversBCC, byAddress),
    files: mergeSets(base.files, mine.files, theirs.files, byFile),
  };
  return { writing, isClean };
}
