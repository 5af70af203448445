import type { CoEdit, Conflict } from '../../../editor/co-edit.ts';
import { textOfDoc, type WrittenNode } from '../../../editor/index.ts';
import { ConflictsPanel, decideText } from '../../../editor/writing/index.ts';

const docOf = (blocks: unknown): WrittenNode => ({ type: 'doc', content: blocks as readonly WrittenNode[] });

/** What two have made of the same place of an item: a passage of its text, or a field. */
export function TextConflicts<F extends { readonly doc: WrittenNode }>({
  edit,
  conflicts,
  nameOf,
  say,
}: {
  edit: CoEdit<F>;
  conflicts: readonly Conflict[];
  nameOf: (field: string) => string;
  say: (field: string, value: unknown) => string;
}) {
  const decide = (one: Conflict, decision: 'mine' | 'theirs' | 'both'): void => {
    if (decision === 'mine') edit.decide(one);
    else if (one.field === 'doc')
      edit.decide(one, { doc: decideText(edit.shown.get().fields.doc, one, decision) } as Partial<F>);
    else edit.decide(one, { [one.field]: one.theirs } as Partial<F>);
  };
  return (
    <ConflictsPanel
      conflicts={conflicts}
      nameOf={nameOf}
      show={(field, value) => (field === 'doc' ? textOfDoc(docOf(value)).trim() : say(field, value))}
      onDecide={decide}
    />
  );
}
