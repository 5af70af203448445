import type { FilterBox, FilterUser } from '@kontor/contract/account';
import type { ItemKindName } from '@kontor/contract/kernel';
import { useState, type ReactNode } from 'react';
import { useLanguage, useMedia, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import type { ListDeclaration } from './define-list.ts';
import type { ListAppearance } from '../list/appearance.ts';
import { texts } from '../texts.ts';
import { chipsOf, isUnusual, type Chip } from './chip-rules.ts';
import { daysText } from './days.ts';
import { isDays, type ListFilter } from './filter.ts';
import { listTexts } from './list-texts.ts';
import { useChips } from './use-chips.ts';

/** A screen on which every line counts. */
const SMALL = '(max-width: 600px), (max-height: 500px)';

/** What the filter of a list is, what it offers, and how it is changed. */
export interface AboutFilter {
  readonly list: ListDeclaration;
  readonly filter: ListFilter;
  readonly appearance: ListAppearance;
  readonly boxes: readonly FilterBox[] | undefined;
  readonly users: readonly FilterUser[] | undefined;
  readonly kinds: readonly ItemKindName[] | undefined;
  /** `replace`: what is typed is no step of its own. */
  readonly onShow: (filter: ListFilter, replace?: boolean) => void;
  readonly onAppearance: (part: Partial<ListAppearance>) => void;
  readonly onReset: () => void;
}

/** Words of a chip; undefined for a box, a person or a group that is not there. */
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
      case 'group':
        return users === undefined ? '…' : users.find(({ groupId }) => groupId === chip.group)?.groupName;
      case 'person':
        return users === undefined ? '…' : users.find(({ userId }) => userId === chip.person)?.fullName;
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

/**
 * Everything that the list is cut to, each to be taken away by one click, in two lines, or one where the screen is small; what does not
 * fit shows when it is asked for. First the way to more of it, last the way back from all.
 */
export function Chips({
  isOpen,
  onOpen,
  saved,
  ...about
}: AboutFilter & {
  isOpen: boolean;
  onOpen: () => void;
  saved: ReactNode;
}) {
  const o = useTexts(listTexts);
  const { list, filter, appearance, onShow, onAppearance, onReset } = about;
  const textOf = useChipText(about);
  const shown = list.hides === true ? appearance : { archived: true, shared: true };
  const remove = (chip: Chip): void => ('appearance' in chip ? onAppearance(chip.appearance) : onShow(chip.without));
  const chips = chipsOf(filter, shown);
  const lines = useMedia(SMALL) ? 1 : 2;
  const [isWhole, setWhole] = useState(false);
  const [row, fitting] = useChips(chips.length, lines);
  // One line shows one in any case, as much of it as there is room for.
  const count = isWhole ? chips.length : Math.max(fitting, lines === 1 ? 1 : 0);
  const hidden = chips.length - count;
  const isMore = hidden > 0 || (isWhole && fitting < chips.length);
  return (
    <div ref={row} className="chips" role="toolbar" aria-label={o.filter} data-lines={isWhole ? 0 : lines}>
      <button
        type="button"
        className="chip"
        data-end="first"
        data-short="true"
        aria-label={o.filter}
        aria-expanded={isOpen}
        aria-keyshortcuts="f"
        title={`${o.filter} (F)`}
        onClick={onOpen}
      >
        <Icon name="funnel" small />
        <span>{o.filter}</span>
      </button>
      {saved}
      {chips.map((chip, index) => (
        <ChipButton
          key={keyOf(chip)}
          kind={chip.kind}
          text={textOf(chip)}
          isCut={index >= count}
          onRemove={() => remove(chip)}
        />
      ))}
      <button
        type="button"
        className="chip"
        data-end="more"
        data-cut={!isMore}
        aria-expanded={isWhole}
        aria-label={isWhole ? o.lessLabel : o.moreLabel(hidden)}
        title={isWhole ? o.lessLabel : o.moreLabel(hidden)}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? o.less : o.more(hidden === 0 ? chips.length : hidden)}
      </button>
      {isUnusual(filter, shown, list.default.date) ? (
        <button
          type="button"
          className="chip"
          data-quiet="true"
          data-end="last"
          data-short="true"
          aria-label={o.reset}
          title={o.reset}
          onClick={onReset}
        >
          <Icon name="arrow-counter-clockwise" small />
          <span>{o.reset}</span>
        </button>
      ) : null}
    </div>
  );
}

const keyOf = (chip: Chip): string =>
  chip.kind === 'box'
    ? `box ${chip.box}`
    : chip.kind === 'group'
      ? `group ${chip.group}`
      : chip.kind === 'person'
        ? `person ${chip.person}`
        : chip.kind === 'module'
          ? `module ${chip.module}`
          : chip.kind;

function ChipButton({
  kind,
  text,
  isCut,
  onRemove,
}: {
  kind: Chip['kind'];
  text: string | undefined;
  isCut: boolean;
  onRemove: () => void;
}): ReactNode {
  const o = useTexts(listTexts);
  const shown = text ?? o.gone[kind === 'box' || kind === 'group' ? kind : 'person'];
  return (
    <button
      type="button"
      className="chip"
      data-on="true"
      data-cut={isCut}
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
