import './quick.css';
import { useId, useRef, type KeyboardEvent } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { useKeys, useMedia, useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { problemOf } from '../problem-of.ts';
import { problemTexts } from '../texts.ts';
import { QuickChips } from './chips.tsx';
import { waitingTasks } from './making.ts';
import { quickTexts } from './texts.ts';
import { useQuickTask } from './use-quick-task.ts';

/** The line over the list in which a task is typed, for who may make any. */
export function QuickLine() {
  return useValue(useClient().configuration)?.rights.createTask === true ? <Line /> : null;
}

function Line() {
  const t = useTexts(quickTexts);
  const p = useTexts(problemTexts);
  const isNarrow = useMedia('(max-width: 600px)');
  const field = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const quick = useQuickTask();
  const { line, understood, lacksTitle, failed, clear, make } = quick;
  useKeys({ ',': () => field.current?.focus() });
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void make();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (line === '') field.current?.blur();
      else clear();
    }
  };
  return (
    <div className="quick" role="group" aria-label={t.label}>
      <div className="quick-field">
        <Icon name="plus" />
        <input
          ref={field}
          type="text"
          className="quick-input"
          aria-label={t.label}
          aria-describedby={lacksTitle ? hintId : undefined}
          aria-keyshortcuts=","
          placeholder={isNarrow ? t.short : t.placeholder}
          maxLength={1000}
          autoComplete="off"
          enterKeyHint="done"
          value={line}
          onFocus={quick.load}
          onChange={(event) => quick.write(event.currentTarget.value)}
          onKeyDown={press}
        />
        {line === '' ? null : (
          <Button kind="primary" onClick={() => void make()}>
            {t.add}
          </Button>
        )}
      </div>
      {lacksTitle ? (
        <p id={hintId} className="quick-hint" role="alert">
          {t.noTitle}
        </p>
      ) : null}
      {understood.impossible === undefined ? null : (
        <p className="quick-hint" role="alert">
          <span>{t.noSuchDay(understood.impossible)}</span>
          <Button
            kind="plain"
            onClick={() => {
              quick.keepImpossible();
              field.current?.focus();
            }}
          >
            {t.keepInTitle}
          </Button>
        </p>
      )}
      {understood.parts.length === 0 ? null : (
        <QuickChips
          parts={understood.parts}
          records={quick.records}
          onTakeBack={(key) => {
            quick.takeBack(key);
            field.current?.focus();
          }}
          onRecord={(word, record) => {
            quick.choose(word, record);
            field.current?.focus();
          }}
        />
      )}
      {failed === undefined ? null : (
        <p className="quick-hint" role="alert">
          <span>{problemOf(p, { code: failed.code, kind: 'problem' })}</span>
          <Button kind="plain" onClick={quick.again}>
            {t.retry}
          </Button>
        </p>
      )}
      <Waiting />
    </div>
  );
}

/** Tasks that were typed and wait for the server. */
function Waiting() {
  const t = useTexts(quickTexts);
  const client = useClient();
  const waiting = waitingTasks(useValue(client.waiting));
  const { online } = useValue(client.connection);
  if (waiting.length === 0) return null;
  const words = online ? t.waiting : t.waitingOffline;
  return (
    <ul className="quick-waiting" aria-label={words}>
      {waiting.map(([id, title]) => (
        <li key={id} title={words}>
          <Icon name="clock" small label={words} />
          <span>{title}</span>
        </li>
      ))}
    </ul>
  );
}
