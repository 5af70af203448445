import { useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { PresenceDot } from '../../../shell/people/presence-dot.tsx';
import { Icon } from '../../../ui/parts.tsx';
import { RecordOfWord, type ChosenRecord } from '../../record/index.tsx';
import { nearDatesIn } from '../../../shell/dates/near-dates.ts';
import type { Part } from '../understand.ts';
import { quickTexts } from './texts.ts';

const ICONS: Readonly<Record<Part['kind'], IconName>> = {
  due: 'calendar-blank',
  person: 'user',
  record: 'address-book',
  tag: 'bookmark-simple',
  repetition: 'repeat',
  reminder: 'bell',
};

const keyOf = ({ kind, text }: Part): string => `${kind} ${text.toLowerCase()}`;

/** What was understood of a line; each can be taken back, and of records one is chosen. */
export function QuickChips({
  parts,
  records,
  onTakeBack,
  onRecord,
}: {
  parts: readonly Part[];
  records: ReadonlyMap<string, ChosenRecord>;
  onTakeBack: (key: string) => void;
  onRecord: (word: string, record: ChosenRecord) => void;
}) {
  const t = useTexts(quickTexts);
  const said = nearDatesIn(useLanguage(), useZone());
  const now = useMinute();
  const textOf = (part: Part): string => {
    switch (part.kind) {
      case 'due':
        return said.text(part.due, now);
      case 'reminder':
        return said.text(part.at, now);
      case 'person':
        return part.name;
      case 'tag':
        return part.tag;
      case 'record':
        return records.get(part.word)?.displayName ?? part.word;
      case 'repetition':
        return part.text;
    }
  };
  const open = parts.find((part) => part.kind === 'record' && !records.has(part.word));
  return (
    <>
      <ul className="quick-chips" aria-label={t.understood} aria-live="polite">
        {parts.map((part) => (
          <li key={`${part.kind} ${part.text}`}>
            {part.text === '' ? (
              <span className="chip" data-on="true">
                <Icon name={ICONS[part.kind]} small label={t.kinds[part.kind]} />
                <span>{textOf(part)}</span>
              </span>
            ) : (
              <button
                type="button"
                className="chip"
                data-on="true"
                title={t.takeBack(part.text)}
                aria-label={`${t.kinds[part.kind]}: ${textOf(part)}. ${t.takeBack(part.text)}`}
                onClick={() => onTakeBack(keyOf(part))}
              >
                <Icon name={ICONS[part.kind]} small />
                <span>{textOf(part)}</span>
                {part.kind === 'person' ? <PresenceDot userId={part.userId} /> : null}
                <Icon name="x" small />
              </button>
            )}
          </li>
        ))}
      </ul>
      {open?.kind === 'record' ? (
        <RecordOfWord key={open.word} word={open.word} onPick={(record) => onRecord(open.word, record)} />
      ) : null}
    </>
  );
}
