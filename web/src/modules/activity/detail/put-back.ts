import type { Difference } from '@kontor/contract/activity';
import type { CoEdit } from '../../../editor/co-edit.ts';
import { docOfHtml, mergeTexts, type WrittenNode } from '../../../editor/index.ts';

/**
 * Puts back what a change has made of a field, as an edit of its own: of a text only what that change made of it, what was written since
 * stays.
 */
export const putBackOf =
  <F extends { readonly doc: WrittenNode }>(edit: CoEdit<F>) =>
  async ({ field, before, after, isHtml }: Difference): Promise<void> => {
    if (!isHtml) return edit.change({ [field]: before } as Partial<F>);
    const [was, made] = await Promise.all([docOfHtml(String(before)), docOfHtml(String(after))]);
    return edit.change((fields) => ({ ...fields, doc: mergeTexts(made, fields.doc, was).doc }));
  };
