import { useClient } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { useKinds } from '../use-kinds.ts';
import type { Values } from '../fields/values.ts';
import { positionOf, type Design, type DesignField, type ListName, type ShownList } from './design.ts';
import { changeField, duplicateField, moveField, renameChoice, retireField } from './designing.ts';
import type { Faults } from './faults.ts';
import { FieldForm } from './field-form.tsx';
import { formTexts } from './form-texts.ts';
import type { Designing } from './use-design.ts';

const isShown = (list: ListName): list is ShownList => list === 'left' || list === 'right' || list === 'persons';

/** The field that is chosen, where it is one that is shown. */
export function chosenIn(
  design: Design,
  id: string | undefined,
): { readonly list: ShownList; readonly one: DesignField } | undefined {
  const position = positionOf(design, id);
  return position !== undefined && isShown(position.list) ? { list: position.list, one: position.one } : undefined;
}

/** The form of the field that is chosen, with what can be done with it. */
export function ChosenField({
  designing: { design, change },
  chosen: { list, one },
  faults,
  values,
  isBegun,
  onCopied,
  onRetired,
}: {
  designing: Designing;
  chosen: NonNullable<ReturnType<typeof chosenIn>>;
  faults: Faults;
  values: Values;
  /** It was added just now. */
  isBegun: boolean;
  onCopied: (id: string) => void;
  onRetired: () => void;
}) {
  const f = useTexts(formTexts);
  const client = useClient();
  const kinds = useKinds() ?? [];
  const other = list === 'left' ? 'right' : 'left';
  const duplicate = (): void => {
    const id = client.env.newId();
    change(duplicateField(design, one.id, { id, label: f.copyOf(one.field.label) }), { kind: 'duplicate' });
    onCopied(id);
  };
  return (
    <FieldForm
      key={one.id}
      design={design}
      list={list}
      one={one}
      faults={faults.get(one.id) ?? []}
      kinds={kinds}
      values={values}
      isBegun={isBegun}
      acts={{
        write: (field, of) => change(changeField(design, one.id, field), { kind: 'change', of }),
        rename: (renamed) =>
          change(renameChoice(design, one.id, renamed), { kind: 'change', of: `${one.id} ${renamed.from}` }),
        move: (by) => change(movedBy(design, one, list, by), { kind: 'move' }),
        toOther: list === 'persons' ? undefined : () => change(moveField(design, one.id, other), { kind: 'move' }),
        duplicate,
        retire: () => {
          change(retireField(design, one.id), { kind: 'retire' });
          onRetired();
        },
      }}
    />
  );
}

/** A field one place up or down among those of its column that stand in the same tab. */
function movedBy(design: Design, one: DesignField, list: ShownList, by: -1 | 1): Design {
  const peers = design.lists[list].filter(({ field }) => field.tab === one.field.tab);
  const at = peers.findIndex(({ id }) => id === one.id) + by;
  if (at < 0 || at >= peers.length) return design;
  return moveField(design, one.id, list, peers.filter(({ id }) => id !== one.id)[at]?.id);
}
