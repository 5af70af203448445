import type { EntryRow } from '@kontor/contract/activity';
import { MARKS, type ListMatch } from '@kontor/contract/kernel';
import { useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { useRowKind } from './row-kinds.ts';
import { texts } from '../texts.ts';

const AT_MARKS = new RegExp(`[${MARKS.from}${MARKS.to}]`);

/** A text with what was found in it marked. Where room is short, what stands behind and before the first place gives way. */
function Parts({ parts, isFound }: { parts: readonly string[]; isFound: (part: string, index: number) => boolean }) {
  const first = parts.findIndex(isFound);
  if (first === -1)
    return (
      <span className="row-marked">
        <span>{parts}</span>
      </span>
    );
  return (
    <span className="row-marked">
      <span>{parts.slice(0, first)}</span>
      <mark>{parts[first]}</mark>
      <span>
        {parts.map((part, index) =>
          index <= first ? null : isFound(part, index) ? <mark key={index}>{part}</mark> : part,
        )}
      </span>
    </span>
  );
}

/** Parts a text into its words, at odd places, and what is between them. */
export const WORD = /([\p{L}\p{N}\p{M}]+)/u;

/** A text of a row, with those of its words marked that it was found by. */
export function Marked({ text, words }: { text: string; words: readonly string[] | undefined }) {
  const parts = words === undefined ? [] : text.split(WORD);
  const isFound = (part: string) => words?.includes(part) === true;
  return parts.some(isFound) ? <Parts parts={parts} isFound={isFound} /> : text;
}

/** The place that an entry was found by, where its contact and title do not say it all. */
export const shownMatchOf = (match: ListMatch | undefined): ListMatch | undefined =>
  match?.field === 'row' ? undefined : match;

/** How an item begins or, where that is what it was found by, the place of it. */
export function Preview({ row, shownMatch }: { row: EntryRow; shownMatch: ListMatch | undefined }) {
  const t = useTexts(texts);
  const { preview: Own } = useRowKind(row.moduleName);
  const { preview } = row.extras;
  if (shownMatch === undefined)
    return Own !== undefined ? (
      <Own row={row} />
    ) : typeof preview === 'string' && preview !== '' ? (
      <span className="row-preview">{preview}</span>
    ) : null;
  const { field, name, text } = shownMatch;
  const isInside = name !== undefined && name !== text.split(AT_MARKS).join('');
  return (
    <span className="row-preview" data-inside={isInside}>
      {field === 'attachment' ? <Icon name="paperclip" small label={t.attachments} /> : null}
      {isInside ? <span className="row-file">{name}</span> : null}
      <Parts
        parts={(isInside ? text.replace(/^… /, '') : text).split(AT_MARKS)}
        isFound={(_part, index) => index % 2 === 1}
      />
    </span>
  );
}
