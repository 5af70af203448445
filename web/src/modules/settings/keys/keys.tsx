import './keys.css';
import { Fragment, useRef, useState } from 'react';
import { chosenKey } from '../../../shell/keys/keys.ts';
import { nameOfKey, useLanguage, useSettings, useShell, useTexts } from '../../../shell/index.ts';
import { KEY_AREAS } from '../../../shell/keys/key-table.ts';
import { keySheetTexts } from '../../../shell/keys/key-texts.ts';
import { useKeyLines, type NamedLine } from '../../../shell/keys/key-lines.ts';
import { conflictOf, keyFault, swapped, withKey, type ChosenKeys } from '../../../shell/keys/key-rules.ts';
import { scoreOf } from '../../../shell/palette/score.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Button, IconButton } from '../../../ui/parts.tsx';
import { Recorder, type Rejection } from './recorder.tsx';
import { keyTexts } from './texts.ts';

/** A key as it is shown, each part of it as one of the keyboard. */
const Kbd = ({ name }: { name: string }) =>
  name.split(' ').map((part, index) => (
    <Fragment key={index}>
      {index === 0 ? '' : ' '}
      <kbd>{part}</kbd>
    </Fragment>
  ));

/** All that keys do, and by which: each can be another one. */
export function KeysPage() {
  const t = useTexts(keyTexts);
  const sheet = useTexts(keySheetTexts);
  const language = useLanguage();
  const { settings, notices } = useShell();
  const { keys: chosen } = useSettings();
  const lines = useKeyLines();
  const [typed, setTyped] = useState('');
  const [recording, setRecording] = useState<string>();
  const [said, setSaid] = useState('');
  const list = useRef<HTMLDivElement>(null);
  // Whatever is off as a whole is still there to be changed.
  const shownAs = (key: string): string => nameOfKey(key, language);
  const nameOf = (key: string): string => shownAs(chosenKey({ keys: chosen, singleKeys: true }, key)) || t.none;
  const labelOf = (key: string): string => lines.find((line) => line.key === key)?.label[language] ?? key;
  const all = lines.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const shown = lines.filter((line) => {
    const words = [line.label.de, line.label.en, line.key === undefined ? line.name : nameOf(line.key)];
    return typed.trim() === '' || scoreOf(typed, words) > 0;
  });

  const put = (next: ChosenKeys): void => settings.change({ keys: { ...next } });
  const end = (key: string): void => {
    setRecording(undefined);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-change="${CSS.escape(key)}"]`)?.focus(),
    );
  };
  const give = (line: string, key: string): Rejection | undefined => {
    const fault = key === '' ? undefined : keyFault(key);
    if (fault !== undefined) return { text: t.faults[fault](shownAs(key)) };
    const conflict = key === '' ? undefined : conflictOf(chosen, all, line, key);
    if (conflict !== undefined) {
      const [other = ''] = conflict.with;
      if (!conflict.canSwap) return { text: t.begins(shownAs(key), labelOf(other)) };
      const swap = (): void => {
        const next = swapped(chosen, line, key, conflict.with);
        put(next);
        const given = shownAs(next[other] ?? other) || t.none;
        setSaid(`${t.now(labelOf(line), shownAs(key))} ${t.now(labelOf(other), given)}`);
        end(line);
      };
      return { text: t.taken(shownAs(key), labelOf(other)), swap };
    }
    put(withKey(chosen, line, key));
    setSaid(t.now(labelOf(line), shownAs(key) || t.none));
    end(line);
    return undefined;
  };
  const reset = (line: string): void => {
    const conflict = conflictOf(chosen, all, line, line);
    // Whoever has it now gives it back, and has its own again.
    put(withKey(conflict === undefined ? chosen : without(chosen, conflict.with), line, line));
    setSaid(t.now(labelOf(line), shownAs(line)));
    end(line);
  };
  const resetAll = (): void => {
    settings.reset(['keys']);
    notices.done(() => put(chosen), Promise.resolve({ text: t.resetDone, undo: t.undo }));
  };
  return (
    <div className="keys-page" ref={list}>
      <TextField
        label={sheet.search}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {shown.length === 0 ? <p className="quiet">{sheet.nothing}</p> : null}
      {KEY_AREAS.map((area) => {
        const own = shown.filter((line) => line.area === area);
        return own.length === 0 ? null : (
          <section key={area}>
            <h3>{sheet.areas[area]}</h3>
            <ul className="framed-list">
              {own.map((line) => (
                <Line
                  key={line.key ?? line.name}
                  line={line}
                  name={line.key === undefined ? line.name : nameOf(line.key)}
                  isChanged={line.key !== undefined && chosen[line.key] !== undefined}
                  isRecording={line.key !== undefined && line.key === recording}
                  onRecord={() => setRecording(line.key)}
                  onEnd={() => end(line.key ?? '')}
                  onGive={(key) => give(line.key ?? '', key)}
                  onReset={() => reset(line.key ?? '')}
                />
              ))}
            </ul>
          </section>
        );
      })}
      <Button
        kind="plain"
        icon="arrow-counter-clockwise"
        disabled={Object.keys(chosen).length === 0}
        onClick={resetAll}
      >
        {t.resetAll}
      </Button>
      <p className="hidden-text" role="status">
        {said}
      </p>
    </div>
  );
}

function without(chosen: ChosenKeys, keys: readonly string[]): ChosenKeys {
  return Object.fromEntries(Object.entries(chosen).filter(([key]) => !keys.includes(key)));
}

function Line({
  line,
  name,
  isChanged,
  isRecording,
  onRecord,
  onEnd,
  onGive,
  onReset,
}: {
  line: NamedLine;
  name: string;
  isChanged: boolean;
  isRecording: boolean;
  onRecord: () => void;
  onEnd: () => void;
  onGive: (key: string) => Rejection | undefined;
  onReset: () => void;
}) {
  const t = useTexts(keyTexts);
  const label = line.label[useLanguage()];
  if (isRecording) return <Recorder label={label} onEnd={onEnd} onGive={onGive} />;
  return (
    <li>
      <span className="framed-name">{label}</span>
      {isChanged ? <IconButton icon="arrow-counter-clockwise" label={t.default(label)} onClick={onReset} /> : null}
      {line.key === undefined ? (
        <span className="key-fixed" title={t.fixed}>
          <Kbd name={name} />
        </span>
      ) : (
        <button
          type="button"
          className="key-button"
          data-change={line.key}
          aria-label={t.change(label, name)}
          onClick={onRecord}
        >
          {name === t.none ? <span className="quiet">{name}</span> : <Kbd name={name} />}
        </button>
      )}
    </li>
  );
}
