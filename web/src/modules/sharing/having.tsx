import { MAX_SHARE_MESSAGE } from '@kontor/contract/sharing';
import { useId, useRef, useState } from 'react';
import { useFormats, useMinute, useTexts } from '../../shell/index.ts';
import { Button, IconButton } from '../../ui/parts.tsx';
import { LetGo } from './let-go.tsx';
import { Face } from './people-field.tsx';
import type { Line } from './rules.ts';
import { texts } from './texts.ts';

/** Who has items by a share: through whom, since when, with which words; each with its end where the person may end it. */
export function Having({
  lines,
  all,
  ownId,
  onEnd,
  onReword,
}: {
  lines: readonly Line[];
  /** How many items it is about. */
  all: number;
  ownId: number;
  onEnd: (line: Line) => void;
  /** Says something else with all own shares of the items. */
  onReword: (message: string) => void;
}) {
  const t = useTexts(texts);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [leaving, setLeaving] = useState<Line>();
  const own = lines.find(({ through }) => through.userId === ownId);
  const isSelf = ({ people, isGroup }: Line): boolean => !isGroup && people.some(({ userId }) => userId === ownId);
  /** What can be ended of it is only that the person has it, as in a group that others are in too. */
  const isLeft = ({ endable }: Line): boolean => endable.every((userId) => userId === ownId);
  const end = (line: Line): void => {
    if (isLeft(line) && line.through.userId !== ownId) setLeaving(line);
    else {
      onEnd(line);
      // The button that was pressed goes with its line.
      heading.current?.focus();
    }
  };
  return (
    <section className="share-having" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {all === 1 ? t.have : t.haveMany}
      </h3>
      {lines.length === 0 ? (
        <p className="quiet">{t.nobodyHas}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line.key}>
              <Face name={line.name} picture={null} isGroup={line.isGroup} />
              <Said line={line} all={all} ownId={ownId} isSelf={isSelf(line)} />
              {line.endable.length > 0 ? (
                <IconButton icon="x" label={isLeft(line) ? t.letGo : t.end(line.name)} onClick={() => end(line)} />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {own === undefined ? null : <Reword message={own.message} onReword={onReword} />}
      {leaving === undefined ? null : (
        <LetGo name={leaving.through.name} onTake={() => onEnd(leaving)} onClose={() => setLeaving(undefined)} />
      )}
    </section>
  );
}

function Said({ line, all, ownId, isSelf }: { line: Line; all: number; ownId: number; isSelf: boolean }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const now = useMinute();
  const { name, people, isGroup, through, message, timestamp, count } = line;
  const names = isGroup ? people.map(({ displayName }) => displayName).join(', ') : '';
  const about = [
    t.through(through.name, through.userId === ownId),
    formats.short(timestamp, now),
    ...(all > 1 ? [t.ofMany(count, all)] : []),
  ];
  return (
    <span className="share-said">
      <strong>{isSelf ? t.self(name) : name}</strong>{' '}
      <span className="quiet small" title={formats.full(timestamp)}>
        {about.join(' · ')}
      </span>
      {names === '' ? null : <span className="quiet small share-line">{names}</span>}
      {message === '' ? null : <span className="share-line share-message">{message}</span>}
    </span>
  );
}

/** Other words for what was shared by the person. */
function Reword({ message, onReword }: { message: string; onReword: (message: string) => void }) {
  const t = useTexts(texts);
  const id = useId();
  const [text, setText] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  if (text === undefined)
    return (
      <Button ref={button} kind="plain" icon="pencil-simple" onClick={() => setText(message)}>
        {t.changeMessage}
      </Button>
    );
  const save = (): void => {
    if (text.trim() !== message) onReword(text.trim());
    setText(undefined);
  };
  return (
    <div className="field share-reword">
      <label htmlFor={id}>{t.changeMessage}</label>
      <textarea
        id={id}
        className="input"
        rows={2}
        autoFocus
        maxLength={MAX_SHARE_MESSAGE}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setText(undefined);
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <div className="form-buttons">
        <Button onClick={() => setText(undefined)}>{t.cancel}</Button>
        <Button kind="primary" onClick={save}>
          {t.save}
        </Button>
      </div>
    </div>
  );
}
