import { findQueries, type EntryRow, LIST_SORT } from '@kontor/contract/activity';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { EntriesInRowsSchema, aggregateIdOf } from '../../client/entry-rows.ts';
import { useClient, useKontor } from '../../client/react.tsx';
import { Icon } from '../../ui/parts.tsx';
import { momentOf } from '../../ui/when.ts';
import { useFormats, useLanguage, useMinute, useShell, useTexts, useZone } from '../context.tsx';
import { momentChosen } from './moment-chosen.ts';
import { detailHref } from '../routes.ts';
import { useSignOut } from '../accounts/sign-out.ts';
import { useSettingsTabs } from '../settings/settings-tabs.ts';
import type { Command } from '../manifest.ts';
import { commandsOf } from './commands.ts';
import './palette.css';
import { MAX_RECENT, recentIds, rememberRecent } from './recent.ts';
import { scoreOf } from './score.ts';
import { texts } from '../bars/dialog-texts.ts';

const MAX_ITEMS = 8;
const MAX_COMMANDS = 12;
const WAIT_MS = 150;

interface Choice {
  readonly id: string;
  readonly icon: Command['icon'];
  readonly text: string;
  readonly more: string;
  readonly keys: string;
  readonly run: () => void;
}

/** Items that hold what was typed: those of the server or, without it, those that are known here. */
function useFound(typed: string): readonly EntryRow[] {
  const client = useClient();
  const [found, setFound] = useState<readonly EntryRow[]>([]);
  useEffect(() => {
    const term = typed.trim();
    const stop = new AbortController();
    const timer = setTimeout(() => {
      if (term.length < 2) return setFound([]);
      const here = (): readonly EntryRow[] =>
        client.store.all((row) => scoreOf(term, [`${row.contact} ${row.information}`]) > 1, MAX_ITEMS);
      client.transport
        .query(
          findQueries.filterItems,
          { view: 'all', searchTerm: term },
          { page: 1, limit: MAX_ITEMS, sort: LIST_SORT, rows: EntriesInRowsSchema, once: true, signal: stop.signal },
        )
        .then(({ results }) => results as unknown as readonly EntryRow[])
        .catch(here)
        .then((rows) => {
          if (stop.signal.aborted) return;
          client.store.put(rows, client.store.tick());
          setFound(rows);
        })
        .catch(() => undefined);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, typed]);
  return found;
}

/** What modules offer for what was typed, once they have answered. */
function useSought(typed: string): readonly Command[] {
  const client = useClient();
  const { modules, navigator } = useShell();
  const [sought, setSought] = useState<readonly Command[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      if (typed.trim().length < 2) return setSought([]);
      const searches = modules.flatMap(({ sought: load }) =>
        load === undefined ? [] : [load().then((ask) => ask(client, navigator.go, typed, stop.signal))],
      );
      void Promise.allSettled(searches).then((answers) => {
        if (stop.signal.aborted) return;
        setSought(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])));
      });
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, modules, navigator, typed]);
  return sought;
}

/** The key that puts off the item in hand. */
const SNOOZE_KEY = 'b';
/** Words that begin like a weekday are mostly something else: without a number only whole names are times. */
const SAYS_WHEN =
  /\d|^(?:in (?:einer?|einem|an?|one) |(?:heute|(?:über)?morgen|today|tomorrow|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$)/i;

/** Why the item in hand cannot be put off until what was typed: no calendar has that day. Undefined where that is not so. */
function useNoSuchDay(typed: string): string | undefined {
  const language = useLanguage();
  const { keys } = useShell();
  const [said, setSaid] = useState<{ readonly typed: string; readonly text: string | undefined }>();
  const isAsked = /\d/.test(typed) && keys.has(SNOOZE_KEY);
  useEffect(() => {
    if (!isAsked) return;
    void import('../understand/no-such-day.ts')
      .then(({ sayNoSuchDay }) => setSaid({ typed, text: sayNoSuchDay(typed, language) }))
      .catch(() => undefined);
  }, [isAsked, typed, language]);
  return isAsked && said?.typed === typed ? said.text : undefined;
}

/** What was typed as a time, and the item in hand put off until then; undefined where it is none, or there is no item. */
function useSnooze(typed: string): Choice | undefined {
  const t = useTexts(texts);
  const { keys } = useShell();
  const zone = useZone();
  const formats = useFormats();
  const { env } = useClient();
  const minute = useMinute();
  if (!SAYS_WHEN.test(typed.trim()) || !keys.has(SNOOZE_KEY)) return undefined;
  const meant = (ms: number): Temporal.ZonedDateTime | undefined =>
    momentOf(typed, Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone));
  const moment = meant(minute);
  if (moment === undefined) return undefined;
  return {
    id: 'snooze until',
    icon: 'clock',
    text: t.snoozeUntil(formats.full(moment.epochMilliseconds / 1000)),
    more: '',
    keys: '',
    run: () => {
      // "In 1 Minute" counts from now, not from when it was typed.
      const { epochMilliseconds } = meant(env.now()) ?? moment;
      momentChosen.set(new Date(epochMilliseconds).toISOString());
      keys.run(SNOOZE_KEY);
    },
  };
}

/** The commands whose names fit what was typed, those that were run last first; with what modules offer for it. */
function useCommands(typed: string): readonly Choice[] {
  const language = useLanguage();
  const shell = useShell();
  const kontor = useKontor();
  const sought = useSought(typed);
  const storage = kontor.env.settings;
  const tabs = useSettingsTabs();
  const signOut = useSignOut();
  return useMemo(() => {
    const recent = recentIds(storage);
    const rank = (id: string): number => (recent.includes(id) ? MAX_RECENT - recent.indexOf(id) : 0);
    return [...commandsOf(shell, kontor, tabs, signOut, language), ...sought]
      .map((command) => ({
        command,
        score: scoreOf(typed, [command.label.de, command.label.en, command.words ?? '']),
      }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || rank(b.command.id) - rank(a.command.id))
      .slice(0, typed.trim() === '' ? undefined : MAX_COMMANDS)
      .map(({ command }): Choice => ({
        id: command.id,
        icon: command.icon,
        text: command.label[language],
        more: '',
        keys: command.keys ?? '',
        run: () => {
          rememberRecent(storage, command.id);
          command.run();
        },
      }));
  }, [shell, kontor, tabs, signOut, storage, typed, language, sought]);
}

/** The items that were found, each with the way to it. */
function useItems(typed: string): readonly Choice[] {
  const formats = useFormats();
  const now = useMinute();
  const { navigator } = useShell();
  const client = useClient();
  const found = useFound(typed);
  return found.flatMap((row): Choice[] => {
    const target = detailHref(
      { module: row.moduleName, aggregateId: aggregateIdOf(row, client.user.get()?.id ?? 0) },
      'filter',
    );
    if (target === undefined) return [];
    return [
      {
        id: `item ${row.moduleName}:${row.entryId}`,
        icon: 'envelope-simple',
        text: row.information || row.contact,
        more: `${row.contact} · ${formats.short(row.timestamp, now)}`,
        keys: '',
        run: () => navigator.go(target),
      },
    ];
  });
}

/** Everything by name: places, what can be done with what is open or selected, settings, and items by search. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const items = useItems(typed);
  const commands = useCommands(typed);
  const snooze = useSnooze(typed);
  const noSuchDay = useNoSuchDay(typed);

  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);

  const choices = [...(snooze === undefined ? [] : [snooze]), ...commands, ...items];
  const active = Math.min(at, choices.length - 1);

  const choose = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    onClose();
    // Not before the dialog is gone: what runs may want the focus.
    setTimeout(choice.run, 0);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt((active + 1) % Math.max(1, choices.length));
    else if (event.key === 'ArrowUp') setAt((active - 1 + choices.length) % Math.max(1, choices.length));
    else if (event.key === 'Enter') choose(choices[active]);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    document.getElementById(`palette-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t.palette}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="palette-head">
        <Icon name="magnifying-glass" />
        <input
          className="input"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-choices"
          aria-activedescendant={choices[active] === undefined ? undefined : `palette-${active}`}
          aria-label={t.palette}
          placeholder={t.palettePlaceholder}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
      </div>
      {noSuchDay === undefined ? null : (
        <p className="palette-none" role="status">
          {noSuchDay}
        </p>
      )}
      <Choices {...{ choices, active }} onPoint={setAt} onChoose={choose} />
    </dialog>
  );
}

interface ChoicesProps {
  readonly choices: readonly Choice[];
  /** Index of the one that Enter runs. */
  readonly active: number;
  readonly onPoint: (index: number) => void;
  readonly onChoose: (choice: Choice) => void;
}

function Choices({ choices, active, onPoint, onChoose }: ChoicesProps) {
  const t = useTexts(texts);
  return (
    <div id="palette-choices" className="palette-choices" role="listbox" aria-label={t.palette}>
      {choices.map((choice, index) => (
        <div
          key={choice.id}
          id={`palette-${index}`}
          role="option"
          aria-selected={index === active}
          className="palette-choice"
          onPointerMove={() => onPoint(index)}
          onClick={() => onChoose(choice)}
        >
          <Icon name={choice.icon} />
          <span className="palette-text">{choice.text}</span>
          <span className="palette-more">{choice.more}</span>
          {choice.keys === '' ? null : choice.keys.split(' ').map((key) => <kbd key={key}>{key}</kbd>)}
        </div>
      ))}
      {choices.length === 0 ? <p className="palette-none">{t.paletteNone}</p> : null}
    </div>
  );
}
