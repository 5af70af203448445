import { ITEM_KIND_NAMES, type ItemKindName } from '@kontor/contract/kernel';
import type { ListSource } from '../../../client/list-loader.ts';
import { useListNow } from '../../../client/use-list.ts';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { useModuleCount } from '../list/counts.ts';
import type { ListDeclaration } from './define-list.ts';
import type { ListAppearance } from '../list/appearance.ts';
import { hasCuts, isSameDate, type ListFilter } from './filter.ts';
import { listTexts } from './list-texts.ts';

const kindOf = (name: string): ItemKindName | undefined => ITEM_KIND_NAMES.find((module) => module === name);

/** Whether nothing but its days keeps something unfinished out of a list. */
const isCutByDays = (filter: ListFilter, appearance: Pick<ListAppearance, 'archived' | 'shared'>): boolean =>
  filter.view === 'open' &&
  !isSameDate(filter.date, 'all') &&
  !hasCuts(filter) &&
  appearance.archived &&
  appearance.shared;

interface Props {
  readonly filter: ListFilter;
  readonly source: ListSource;
  readonly onShow: (filter: ListFilter) => void;
}

/** How much that is unfinished a list leaves out for its days, and the way to all of it. */
export function OtherDays({
  list,
  appearance,
  ...given
}: Props & { list: ListDeclaration; appearance: Pick<ListAppearance, 'archived' | 'shared'> }) {
  const kind = kindOf(list.name);
  return kind === undefined || !isCutByDays(given.filter, appearance) ? null : <Line kind={kind} {...given} />;
}

function Line({ kind, filter, source, onShow }: Props & { kind: ItemKindName }) {
  const o = useTexts(listTexts);
  const formats = useFormats();
  const { loaded, total, capped } = useListNow(source);
  const hidden = useModuleCount(kind) - total;
  if (!loaded || capped || hidden <= 0) return null;
  return (
    <p className="other-days">
      <span>{o.otherDays(formats.number(hidden), hidden === 1)}</span>
      <Button kind="plain" onClick={() => onShow({ ...filter, date: 'all' })}>
        {o.otherDaysShow}
      </Button>
    </p>
  );
}
