import { STATE_NAMES, stateOf, type Difference, type EntryRow } from '@kontor/contract/activity';
import type { CoEdit } from '../../../editor/co-edit.ts';
import { docOfHtml, mergeTexts, type WrittenNode } from '../../../editor/index.ts';
import type { RowKind } from '../../../shell/index.ts';
import { ROW_ACTIONS } from '../actions/action-table.ts';
import type { Action } from '../actions/choices.ts';

/** The action that takes a change back of how an item stands, or of where it lies; undefined for other fields. */
function inverse({ field, before }: Difference): Action | undefined {
  if (field === 'archived') return before === true ? 'archive' : 'dearchive';
  if (field === 'trashed') return before === true ? 'delete' : 'restore';
  return field === 'state' ? STATE_NAMES.find((state) => state === before) : undefined;
}

/**
 * Returns the action that takes a change back, the same that people do by hand. Returns undefined if the item no longer has the value that the
 * change gave it, or if the person may not do the action.
 */
export function actionBack(difference: Difference, row: EntryRow, kind: RowKind): Action | undefined {
  const now: Readonly<Record<string, unknown>> = {
    state: stateOf(row.status),
    archived: row.archived,
    trashed: row.trashed,
  };
  const action = inverse(difference);
  if (action === undefined || now[difference.field] !== difference.after) return undefined;
  const mayRemove = row.extras[kind.discardRight ?? 'userIsAuthorizedToDelete'] !== false;
  const isOffered = ROW_ACTIONS.some((one) => one.action === action && one.on(row, kind));
  return isOffered && (action !== 'restore' || mayRemove) ? action : undefined;
}

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
