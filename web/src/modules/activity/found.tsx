import type { EntryRow } from '@kontor/contract/activity';
import { MARKS, type ListMatch } from '@kontor/contract/kernel';
import { useTexts } from '../../shell/index.ts';
import { Icon } from '../../ui/parts.tsx';
import { texts } from './texts.ts';

const AT_MARKS = new RegExp(`[${MARKS.from}${MARKS.to}]`);

/** Where an entry was found, with the words that were searched for marked. */
function Found({ match }: { match: ListMatch }) {
  return match.text.split(AT_MARKS).map((part, place) => (place % 2 === 1 ? <mark key={place}>{part}</mark> : part));
}

/** How an item begins or, where that is what it was found by, the place of it. */
export function Preview({ row, match }: { row: EntryRow; match: ListMatch | undefined }) {
  const t = useTexts(texts);
  const preview = row.extras['preview'];
  if (match === undefined)
    return typeof preview === 'string' && preview !== '' ? <span className="row-preview">{preview}</span> : null;
  return (
    <span className="row-preview">
      {match.field === 'attachment' ? <Icon name="paperclip" small label={t.attachments} /> : null}
      <Found match={match} />
    </span>
  );
}
