import type { FilterBox, FilterUser } from '@kontor/contract/account';
import type { ModuleName } from '@kontor/contract/kernel';
import type { ReactNode } from 'react';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import type { ListDeclaration } from '../define-list.ts';
import type { ListLook } from '../look.ts';
import { texts } from '../texts.ts';
import { useTotalText, type Total } from '../toolbar.tsx';
import { chipsOf, isUnusual, type Chip } from './chip-rules.ts';
import { daysText } from './days.ts';
import { isDays, type ListFilter } from './filter.ts';
import { listTexts } from './list-texts.ts';

/** What the filter of a list is, what it offers, and how it is changed. */
export interface AboutFilter {
  readonly list: ListDeclaration;
  readonly filter: ListFilter;
  readonly look: ListLook;
  readonly boxes: readonly FilterBox[] | undefined;
  readonly users: readonly FilterUser[] | undefined;
  readonly kinds: readonly ModuleName[] | undefined;
  /** `replace`: what is typed is no step of its own. */
  readonly onShow: (filter: ListFilter, replace?: boolean) => void;
  readonly onLook: (part: Partial<ListLook>) => void;
  readonly onReset: () => void;
}

/** Words of a chip; undefined for a box or a person that is not there. */
function useChipText({ filter, boxes, users }: AboutFilter): (chip: Chip) => string | undefined {
  const o = useTexts(listTexts);
  const t = useTexts(texts);
  const language = useLanguage();
  return (chip) => {
    switch (chip.kind) {
      case 'date':
        return isDays(filter.date) ? daysText(filter.date, language, o) : o.dates[filter.date];
      case 'box':
        return boxes === undefined ? '…' : boxes.find(({ boxId }) => boxId === chip.box)?.name;
      case 'people': {
        const own = users?.find(({ userIds }) => userIds.join() === chip.userIds.join());
        return users === undefined ? '…' : own?.groupName || own?.fullName;
      }
      case 'direction':
        return o.directions[filter.direction];
      case 'module':
        return t.kindsOf[chip.module];
      case 'hidden':
        return o.hiddenChip(filter.hidden.trim());
      case 'archived':
        return o.withoutArchived;
      case 'shared':
        return o.withoutShared;
    }
  };
}

/** Everything that the list is cut to, each to be taken away by one click; first the way to more of it, last the number of hits. */
export function Chips({
  total,
  isOpen,
  onOpen,
  ...about
}: AboutFilter & {
  /** Undefined where the number of hits is said elsewhere. */
  total: Total | undefined;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const o = useTexts(listTexts);
  const { list, filter, look, users, onShow, onLook, onReset } = about;
  const textOf = useChipText(about);
  const shown = list.hides === true ? look : { archived: true, shared: true };
  const remove = (chip: Chip): void => ('look' in chip ? onLook(chip.look) : onShow(chip.without));
  return (
    <div className="chips" role="toolbar" aria-label={o.filter}>
      <button
        type="button"
        className="chip"
        aria-expanded={isOpen}
        aria-keyshortcuts="f"
        title={`${o.filter} (F)`}
        onClick={onOpen}
      >
        <Icon name="funnel" small />
        <span>{o.filter}</span>
      </button>
      {chipsOf(filter, shown, users).map((chip) => (
        <ChipButton key={keyOf(chip)} kind={chip.kind} text={textOf(chip)} onRemove={() => remove(chip)} />
      ))}
      {isUnusual(filter, shown, list.usual.date) ? (
        <button type="button" className="chip" data-quiet="true" onClick={onReset}>
          {o.reset}
        </button>
      ) : null}
      {total === undefined ? null : <Hits total={total} />}
    </div>
  );
}

function Hits({ total }: { total: Total }) {
  const text = useTotalText(total);
  return (
    <span className="chips-number" role="status">
      {text}
    </span>
  );
}

const keyOf = (chip: Chip): string =>
  chip.kind === 'box'
    ? `box ${chip.box}`
    : chip.kind === 'people'
      ? `people ${chip.userIds.join()}`
      : chip.kind === 'module'
        ? `module ${chip.module}`
        : chip.kind;

function ChipButton({
  kind,
  text,
  onRemove,
}: {
  kind: Chip['kind'];
  text: string | undefined;
  onRemove: () => void;
}): ReactNode {
  const o = useTexts(listTexts);
  const shown = text ?? (kind === 'box' ? o.gone.box : o.gone.person);
  return (
    <button
      type="button"
      className="chip"
      data-on="true"
      data-gone={text === undefined}
      aria-label={o.remove(shown)}
      title={text === undefined ? o.goneHint : o.remove(shown)}
      onClick={onRemove}
    >
      <span>{shown}</span>
      <Icon name="x" small />
    </button>
  );
}
