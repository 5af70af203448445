import {
  MERGE_UNDO_DAYS,
  phonecallCommands,
  phonecallQueries,
  type PhoneBookEntry,
  type PhoneticGroup,
} from '@kontor/contract/phonecall';
import { useId, useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { Failed, useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import { LOCALES } from '../../../shell/language.ts';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, IconButton, SkeletonBlock } from '../../../ui/parts.tsx';
import { useProblem } from '../use-problem.ts';
import { firstChoice, mergeParams, withReplaced, withStaying, type MergeChoice } from './rules.ts';
import { bookTexts } from './texts.ts';

const MAX_GROUPS = 100;
const DAY_MS = 86_400_000;

/** Entries that sound alike, group by group: one stays, some go into it, the others are never suggested again. */
export function SimilarPane({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const t = useTexts(bookTexts);
  const [at, setAt] = useState(0);
  const { data, failure, retry } = useAsk(phonecallQueries.similar, { page: 1, limit: MAX_GROUPS });
  const groups = data ?? [];
  const index = Math.min(at, Math.max(0, groups.length - 1));
  const group = groups[index];
  return (
    <aside
      className="book-similar"
      aria-label={t.similar}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <h2>{t.similar}</h2>
        <span className="quiet" role="status">
          {group === undefined ? '' : t.position(index + 1, groups.length)}
        </span>
        <span className="grow" />
        <IconButton icon="caret-left" label={t.previous} disabled={index === 0} onClick={() => setAt(index - 1)} />
        <IconButton
          icon="caret-right"
          label={t.next}
          disabled={index >= groups.length - 1}
          onClick={() => setAt(index + 1)}
        />
        <IconButton icon="x" label={t.close} onClick={onClose} />
      </header>
      {data === undefined ? (
        failure === undefined ? (
          <SkeletonBlock width="100%" height={88} />
        ) : (
          <Failed failure={failure} onRetry={retry} />
        )
      ) : group === undefined ? (
        <p className="quiet">{t.similarNone}</p>
      ) : (
        <Group
          key={group.duplicateIdTuple.join()}
          group={group}
          onDone={() => {
            retry();
            onChanged();
          }}
        />
      )}
    </aside>
  );
}

function Group({ group: { entries }, onDone }: { group: PhoneticGroup; onDone: () => void }) {
  const t = useTexts(bookTexts);
  const name = useId();
  const sendOnce = useSendOnce();
  const [choice, setChoice] = useState(() => firstChoice(entries));
  const { attempt, offerUndo } = useAttempt(useProblem(), onDone);
  const staying = entries.find(({ id }) => id === choice.stays);
  const merge = (wanted: MergeChoice): void =>
    void attempt(async () => {
      const { mergeId } = await sendOnce(phonecallCommands.merge, mergeParams(entries, wanted));
      offerUndo(wanted.replaced.size === 0 ? t.apart : t.merged(staying?.name ?? ''), async () => {
        if (mergeId !== null) await sendOnce(phonecallCommands.undoMerge, { mergeId });
      });
    });
  const mergeNow = (): void => {
    if (choice.replaced.size > 0) merge(choice);
  };
  return (
    <form
      className="book-group"
      onSubmit={(event) => {
        event.preventDefault();
        mergeNow();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        mergeNow();
      }}
    >
      <p>
        <strong>{t.soundAlike}</strong> {[...new Set(entries.map((one) => one.name))].join(', ')}
      </p>
      <ul>
        {entries.map((entry) => (
          <Alike key={entry.id} {...{ entry, choice, name }} onChoice={setChoice} />
        ))}
      </ul>
      <After {...{ entries, choice }} />
      <footer className="form-buttons">
        <Button kind="primary" type="submit" disabled={choice.replaced.size === 0} aria-keyshortcuts="Control+Enter">
          {t.merge}
        </Button>
        <Button kind="plain" onClick={() => merge({ stays: choice.stays, replaced: new Set() })}>
          {t.allDifferent}
        </Button>
      </footer>
      <UndoUntil />
    </form>
  );
}

function Alike({
  entry,
  choice,
  name,
  onChoice,
}: {
  entry: PhoneBookEntry;
  choice: MergeChoice;
  name: string;
  onChoice: (choice: MergeChoice) => void;
}) {
  const t = useTexts(bookTexts);
  const stays = choice.stays === entry.id;
  return (
    <li data-stays={stays} data-in={choice.replaced.has(entry.id)}>
      <input
        type="radio"
        name={name}
        aria-label={t.stays(`${entry.name}, ${entry.number}`)}
        checked={stays}
        onChange={() => onChoice(withStaying(choice, entry.id))}
      />
      <span className="book-alike">
        <strong>{entry.name}</strong>
        <span>{entry.number}</span>
        <span className="quiet small">
          {t.sources[entry.source]}, {t.count(entry.linkCount)}
        </span>
      </span>
      {stays ? null : (
        <input
          type="checkbox"
          aria-label={t.goesIn(`${entry.name}, ${entry.number}`)}
          checked={choice.replaced.has(entry.id)}
          onChange={({ currentTarget }) => onChoice(withReplaced(choice, entry.id, currentTarget.checked))}
        />
      )}
    </li>
  );
}

/** What will be, once they are merged. */
function After({ entries, choice }: { entries: readonly PhoneBookEntry[]; choice: MergeChoice }) {
  const t = useTexts(bookTexts);
  const staying = entries.find(({ id }) => id === choice.stays);
  if (staying === undefined || choice.replaced.size === 0) return null;
  const joined = entries.filter(({ id }) => id === choice.stays || choice.replaced.has(id));
  const ignored = entries.filter((one) => !joined.includes(one)).map(({ name }) => name);
  const numbers = [...new Set(joined.map(({ number }) => number))];
  const links = joined.reduce((sum, { linkCount }) => sum + linkCount, 0);
  return (
    <section className="book-after" aria-label={t.after}>
      <h3>{t.after}</h3>
      <div>
        <Avatar name={staying.name} isGuest />
        <span className="book-alike">
          <strong>{staying.name}</strong>
          <span>{numbers.join(' · ')}</span>
          <span className="quiet small">
            {t.count(links)}, {t.afterNumbers(numbers.length)}.
            {ignored.length === 0 ? '' : ` ${t.never_again(ignored.join(', '))}`}
          </span>
        </span>
      </div>
    </section>
  );
}

function UndoUntil() {
  const t = useTexts(bookTexts);
  const locale = LOCALES[useLanguage()];
  const timeZone = useZone();
  const last = useMinute() + MERGE_UNDO_DAYS * DAY_MS;
  const date = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'long' }).format(last);
  return <p className="quiet small">{t.undoUntil(date)}</p>;
}
