import { findQueries, type Direction } from '@kontor/contract/activity';
import { ITEM_KIND_NAMES, type ItemKindName } from '@kontor/contract/kernel';
import { useId, useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { Segments, SelectField, TextField } from '../../../ui/fields.tsx';
import { Icon } from '../../../ui/parts.tsx';
import { activityTexts } from '../../activity/index.tsx';
import { RANGES, type Range } from './history-rules.ts';
import { relatedTexts } from './related-texts.ts';
import { pageTexts } from './texts.ts';

export interface Filter {
  readonly range: Range;
  readonly search: string;
  readonly direction: Direction;
  readonly kind: ItemKindName | '';
  readonly box: string;
  readonly user: string;
  /** Whether what has happened with related records is shown, too. */
  readonly isRelatedToo: boolean;
}
export const WHOLE: Filter = {
  range: 'all',
  search: '',
  direction: 'bidirectional',
  kind: '',
  box: '',
  user: '',
  isRelatedToo: false,
};

interface Props {
  readonly filter: Filter;
  /** Whether it mixes kinds of items. */
  readonly hasKinds: boolean;
  /** Related records whose history can be read with it. */
  readonly related: number;
  readonly onChange: (part: Partial<Filter>) => void;
}

/** What a history is cut to: the time and words at once, all else as chips, each to be taken away by one click. */
export function HistoryFilter(given: Props) {
  const t = useTexts(pageTexts);
  const r = useTexts(relatedTexts);
  const formats = useFormats();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { filter, related, onChange } = given;
  const chips = useSetFilters(given);
  return (
    <div className="happened-filter" role="group" aria-label={t.filter}>
      <div className="happened-first">
        <Segments
          label={t.range}
          value={filter.range}
          options={RANGES.map((range) => [range, t.ranges[range]] as const)}
          onChange={(range) => onChange({ range })}
        />
        <TextField
          label={t.search}
          type="search"
          value={filter.search}
          onChange={({ currentTarget }) => onChange({ search: currentTarget.value })}
        />
      </div>
      <div className="happened-chips">
        <button
          type="button"
          className="chip"
          aria-expanded={isOpen}
          aria-controls={`${id}-more`}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="funnel" small />
          <span>{t.narrow}</span>
        </button>
        {related === 0 ? null : (
          <button
            type="button"
            className="chip"
            data-on={filter.isRelatedToo}
            aria-pressed={filter.isRelatedToo}
            onClick={() => onChange({ isRelatedToo: !filter.isRelatedToo })}
          >
            <Icon name={filter.isRelatedToo ? 'check' : 'plus'} small />
            <span>{r.too(formats.number(related))}</span>
          </button>
        )}
        {chips.map(({ key, text, without }) => (
          <button
            key={key}
            type="button"
            className="chip"
            data-on="true"
            aria-label={t.without(text)}
            title={t.without(text)}
            onClick={() => onChange(without)}
          >
            <span>{text}</span>
            <Icon name="x" small />
          </button>
        ))}
        {chips.length > 1 ? (
          <button type="button" className="chip" data-quiet="true" onClick={() => onChange(WHOLE)}>
            <Icon name="arrow-counter-clockwise" small />
            <span>{t.reset}</span>
          </button>
        ) : null}
      </div>
      <div id={`${id}-more`} className="happened-more" hidden={!isOpen}>
        {isOpen ? <More {...given} /> : null}
      </div>
    </div>
  );
}

/** What it is cut to beside time and words, in words, each with what takes it away. */
function useSetFilters({ filter }: Props): readonly { key: string; text: string; without: Partial<Filter> }[] {
  const t = useTexts(pageTexts);
  const a = useTexts(activityTexts);
  const boxes = useAsk(findQueries.trashBoxes, filter.box === '' ? undefined : {}).data;
  const users = useAsk(findQueries.trashUsers, filter.user === '' ? undefined : {}).data;
  const { direction, kind, box, user } = filter;
  return [
    ...(direction === 'bidirectional'
      ? []
      : [{ key: 'direction', text: t.directions[direction], without: { direction: WHOLE.direction } }]),
    ...(kind === '' ? [] : [{ key: 'kind', text: a.kindsOf[kind], without: { kind: WHOLE.kind } }]),
    ...(box === ''
      ? []
      : [{ key: 'box', text: boxes?.find(({ boxId }) => String(boxId) === box)?.name ?? '…', without: { box: '' } }]),
    ...(user === ''
      ? []
      : [
          {
            key: 'user',
            text: users?.find(({ userId }) => String(userId) === user)?.fullName ?? '…',
            without: { user: '' },
          },
        ]),
  ];
}

function More({ filter, hasKinds, onChange }: Props) {
  const t = useTexts(pageTexts);
  const a = useTexts(activityTexts);
  const boxes = useAsk(findQueries.trashBoxes, {}).data ?? [];
  const users = useAsk(findQueries.trashUsers, {}).data ?? [];
  const options = <T extends string>(names: Readonly<Record<T, string>>) => Object.entries(names) as [T, string][];
  return (
    <>
      <SelectField
        label={t.direction}
        value={filter.direction}
        options={options(t.directions)}
        onChange={(direction) => onChange({ direction })}
      />
      {hasKinds ? (
        <SelectField<ItemKindName | ''>
          label={t.kind}
          value={filter.kind}
          options={[['', t.allKinds], ...ITEM_KIND_NAMES.map((name) => [name, a.kinds[name]] as const)]}
          onChange={(kind) => onChange({ kind })}
        />
      ) : null}
      {boxes.length === 0 ? null : (
        <SelectField
          label={t.box}
          value={filter.box}
          options={[['', t.allBoxes], ...boxes.map(({ boxId, name }) => [String(boxId), name] as const)]}
          onChange={(box) => onChange({ box })}
        />
      )}
      <SelectField
        label={t.user}
        value={filter.user}
        options={[
          ['', t.allUsers],
          ...users.flatMap(({ userId, fullName }) => (userId > 0 ? [[String(userId), fullName] as const] : [])),
        ]}
        onChange={(user) => onChange({ user })}
      />
    </>
  );
}
