import { mailQueries } from '@kontor/contract/mail';
import { useMemo, useRef, useState } from 'react';
import { useAsk } from '../../client/react.tsx';
import { href, useGo, useKeys, useTexts, type ScreenProps } from '../../shell/index.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Button, Icon, IconButton, StatePage } from '../../ui/parts.tsx';
import { ItemList, ListTitle, SearchBox, Views, viewOf } from '../activity/index.tsx';
import { dateOf } from './date-of.ts';
import { NoMailbox } from './no-mailbox.tsx';
import { mailSource } from './source.ts';
import { texts } from './texts.ts';

/** Periods of the date menu. */
const DATES = [
  'all',
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'lastFourWeeks',
  'olderThanAMonth',
] as const;

/** All mails of the person's boxes. */
export function MailList({ params }: ScreenProps) {
  const t = useTexts(texts);
  const go = useGo();
  const view = viewOf(params['view']);
  const date = dateOf(params['date']);
  const [text, setText] = useState('');
  const [searching, setSearching] = useState(false);
  const [box, setBox] = useState(0);
  const boxes = useAsk(mailQueries.boxes, {}).data?.boxes.filter((candidate) => !candidate.isVirtual) ?? [];
  const term = text.trim();
  useKeys(searching ? {} : { '/': () => setSearching(true) });

  const source = useMemo(() => mailSource(view, date, box, term), [view, date, box, term]);

  const isFiltered = box !== 0 || term !== '' || date !== 'all';
  const dateText = typeof date === 'string' ? date : 'all';
  const setDate = (next: string) =>
    go(href('mailList', { view, date: next, source: params['source'] ?? 'main' }), { replace: true });
  const clear = () => {
    setBox(0);
    setText('');
    setSearching(false);
    if (date !== 'all') setDate('all');
  };
  const boxItems: MenuItem[] = [
    { key: '0', label: t.allBoxes, checked: box === 0, onSelect: () => setBox(0) },
    ...boxes.map(({ boxId, name }) => ({
      key: String(boxId),
      label: name,
      checked: box === boxId,
      onSelect: () => setBox(boxId),
    })),
  ];
  const dateItems = DATES.map((key): MenuItem => ({
    key,
    label: t.dates[key],
    checked: key === dateText,
    onSelect: () => setDate(key),
  }));
  const dateName = (t.dates as Readonly<Record<string, string>>)[dateText] ?? dateText;

  return (
    <ItemList
      source={source}
      from="module"
      label={t.mails}
      toolbar={(total) =>
        searching ? (
          <div className="toolbar">
            <h1 className="hidden-text">{t.mails}</h1>
            <SearchBox value={text} label={t.search} onSearch={setText} autoFocus onLeave={() => setSearching(false)} />
          </div>
        ) : (
          <ListTitle title={t.mails} total={total}>
            <IconButton icon="magnifying-glass" label={t.searchButton} hotkey="/" onClick={() => setSearching(true)} />
          </ListTitle>
        )
      }
      below={
        <>
          <Views route="mailList" view={view} date={params['date'] ?? 'all'} source={params['source'] ?? 'main'} />
          <div className="chips" role="toolbar" aria-label={t.filter}>
            <Chip icon="calendar-blank" label={t.date} text={dateName} on={date !== 'all'} items={dateItems} />
            {boxes.length > 1 ? (
              <Chip
                icon="tray"
                label={t.box}
                text={boxes.find(({ boxId }) => boxId === box)?.name ?? t.allBoxes}
                on={box !== 0}
                items={boxItems}
              />
            ) : null}
          </div>
        </>
      }
      empty={
        isFiltered ? (
          <StatePage icon="funnel" title={t.emptyFiltered} action={<Button onClick={clear}>{t.clearFilters}</Button>}>
            {t.emptyFilteredHint}
          </StatePage>
        ) : (
          <NoMailbox
            otherwise={
              <StatePage icon="check-circle" title={t.empty[view]}>
                {t.emptyHint}
              </StatePage>
            }
          />
        )
      }
    />
  );
}

function Chip({
  icon,
  label,
  text,
  on,
  items,
}: {
  icon: 'calendar-blank' | 'tray';
  label: string;
  text: string;
  on: boolean;
  items: readonly MenuItem[];
}) {
  const ref = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<DOMRect>();
  return (
    <>
      <button
        ref={ref}
        type="button"
        className="chip"
        data-on={on}
        aria-haspopup="menu"
        aria-label={`${label}: ${text}`}
        onClick={() => setAnchor(ref.current?.getBoundingClientRect())}
      >
        <Icon name={icon} small />
        <span>{text}</span>
        <Icon name="caret-down" small />
      </button>
      {anchor === undefined ? null : (
        <Menu label={label} anchor={anchor} items={items} onClose={() => setAnchor(undefined)} />
      )}
    </>
  );
}
