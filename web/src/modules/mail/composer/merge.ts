import { diff3Merge } from 'node-diff3';
import type { ReceiverInput } from '@kontor/contract/mail';
import { mergeFields } from '../../../client/core/merge.ts';
import type { WrittenNode } from '../../../editor/document.ts';
import type { Writing, WrittenFile } from './state.ts';

/** Entries that either side has added, without those that either has taken away. */
function mergeSets<T>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  keyOf: (one: T) => string,
): readonly T[] {
  const keys = (list: readonly T[]): Set<string> => new Set(list.map(keyOf));
  const [was, here, there] = [keys(base), keys(mine), keys(theirs)];
  const kept = mine.filter((one) => !was.has(keyOf(one)) || there.has(keyOf(one)));
  const added = theirs.filter((one) => !was.has(keyOf(one)) && !here.has(keyOf(one)));
  return [...kept, ...added];
}

const words = (doc: WrittenNode): string[] => (doc.content ?? []).map((block) => JSON.stringify(block));
const blocks = (list: readonly string[]): WrittenNode[] => list.map((one) => JSON.parse(one) as WrittenNode);

/** Both texts, block by block. A block that both have changed stands there as it is here, and as it is there in a frame below. */
export function mergeDocs(
  base: WrittenNode,
  mine: WrittenNode,
  theirs: WrittenNode,
  version: string,
): { readonly doc: WrittenNode; readonly isClean: boolean } {
  let isClean = true;
  const content = diff3Merge(words(mine), words(base), words(theirs), { excludeFalseConflicts: true }).flatMap(
    ({ ok, conflict }): WrittenNode[] => {
      if (conflict === undefined) return blocks(ok ?? []);
      const [here, there] = [blocks(conflict.a), blocks(conflict.b)];
      if (there.length === 0 || here.length === 0) return here.length === 0 ? there : here;
      isClean = false;
      const title: WrittenNode = {
        type: 'paragraph',
        content: [{ type: 'text', text: version, marks: [{ type: 'bold' }] }],
      };
      return [...here, { type: 'blockquote', content: [title, ...there] }];
    },
  );
  return { doc: { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content }, isClean };
}

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
