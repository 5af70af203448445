import { phonecallCommands, type PhoneBookEntry } from '@kontor/contract/phonecall';
import { useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { PhoneNumber } from '../../../shell/numbers/phone-number.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import type { IconName } from '../../../ui/icon-names.ts';
import { Icon } from '../../../ui/parts.tsx';
import { EditCell } from './cell.tsx';
import { markedName, markedNumber, type MarkedPart } from './rules.ts';
import { bookTexts } from './texts.ts';
import type { BookSort } from './use-book.ts';

const SOURCE_ICONS: Readonly<Record<PhoneBookEntry['source'], IconName>> = {
  hand: 'pencil-simple',
  import: 'upload-simple',
  card: 'address-book',
  system: 'phone',
};

interface Props {
  readonly entries: readonly PhoneBookEntry[];
  readonly searched: string;
  readonly sort: BookSort;
  readonly chosen: ReadonlySet<number>;
  readonly onSort: (sort: BookSort) => void;
  readonly onChoose: (id: number, isChosen: boolean) => void;
  readonly onChanged: () => void;
}

/** The entries of the phone book, with what was looked for marked. Names and numbers are edited in their cells. */
export function BookTable({ entries, searched, sort, chosen, onSort, onChoose, onChanged }: Props) {
  const t = useTexts(bookTexts);
  const head = (property: BookSort['property'], label: string) => {
    const isSorted = sort.property === property;
    const direction = isSorted && sort.direction === 'ASC' ? 'DESC' : 'ASC';
    return (
      <th
        scope="col"
        data-column={property}
        aria-sort={!isSorted ? 'none' : sort.direction === 'ASC' ? 'ascending' : 'descending'}
      >
        <button type="button" onClick={() => onSort({ property, direction })}>
          {label}
          {isSorted ? <Icon name={sort.direction === 'ASC' ? 'caret-up' : 'caret-down'} small /> : null}
        </button>
      </th>
    );
  };
  return (
    <table className="book-table">
      <thead>
        <tr>
          <th scope="col" data-column="choice">
            <span className="hidden-text">{t.choose('')}</span>
          </th>
          {head('name', t.name)}
          <th scope="col" data-column="company">
            {t.company}
          </th>
          {head('number', t.number)}
          <th scope="col" data-column="source">
            {t.source}
          </th>
          {head('linkCount', t.links)}
          {head('lastCallTimestamp', t.last)}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <BookRow key={entry.id} {...{ entry, searched, onChoose, onChanged }} isChosen={chosen.has(entry.id)} />
        ))}
      </tbody>
    </table>
  );
}

function BookRow({
  entry,
  searched,
  isChosen,
  onChoose,
  onChanged,
}: { entry: PhoneBookEntry; isChosen: boolean } & Pick<Props, 'searched' | 'onChoose' | 'onChanged'>) {
  const t = useTexts(bookTexts);
  const formats = useFormats();
  const now = useMinute();
  const sendOnce = useSendOnce();
  const { id, name, company, number, source, linkCount, lastCallTimestamp } = entry;
  return (
    <tr data-chosen={isChosen}>
      <td data-column="choice">
        <input
          type="checkbox"
          aria-label={t.choose(name)}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(id, currentTarget.checked)}
        />
      </td>
      <td data-column="name">
        <Avatar name={name} size="s" isGuest />
        <EditCell
          label={t.editName(name)}
          value={name}
          maxLength={200}
          onSave={async (updatedName) => {
            await sendOnce(phonecallCommands.updateName, { phonebookNumber2NameId: id, updatedName });
            onChanged();
          }}
        >
          <Marked parts={markedName(name, searched)} />
        </EditCell>
      </td>
      <td data-column="company">
        <EditCell
          label={t.editCompany(name, company)}
          value={company}
          maxLength={200}
          mayBeEmpty
          onSave={async (updatedCompany) => {
            await sendOnce(phonecallCommands.updateCompany, { phonebookNumber2NameId: id, updatedCompany });
            onChanged();
          }}
        >
          {company === '' ? <span className="quiet">{t.none}</span> : <Marked parts={markedName(company, searched)} />}
        </EditCell>
      </td>
      <td data-column="number">
        <PhoneNumber plain number={number} />
        <EditCell
          label={t.editNumber(number)}
          value={number}
          maxLength={100}
          inputMode="tel"
          onSave={async (updatedNumber) => {
            await sendOnce(phonecallCommands.updateNumber, { phonebookNumber2NameId: id, updatedNumber });
            onChanged();
          }}
        >
          <Marked parts={markedNumber(number, searched)} />
        </EditCell>
      </td>
      <td data-column="source">
        <Icon name={SOURCE_ICONS[source]} small label={t.sources[source]} />
      </td>
      <td data-column="linkCount">{formats.number(linkCount)}</td>
      <td data-column="lastCallTimestamp">
        {lastCallTimestamp === 0 ? t.never : formats.short(lastCallTimestamp, now)}
      </td>
    </tr>
  );
}

const Marked = ({ parts }: { parts: readonly MarkedPart[] }) =>
  parts.map(({ text, isFound }, index) => (isFound ? <mark key={index}>{text}</mark> : text));
