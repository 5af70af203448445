import {
  CALENDAR_IMPORT_LIMITS,
  calendarImportCommands,
  calendarImportQueries,
  type CalendarImport,
} from '@kontor/contract/appointment';
import type { CommandDefinition, ParamsInputOf } from '@kontor/contract/kernel';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useFile } from '../../../client/use-file.ts';
import { Answer } from '../../../shell/failures/answer.tsx';
import { Confirm } from '../../../shell/forms/confirm.tsx';
import { FileDrop } from '../../../shell/forms/file-drop.tsx';
import { useFormats, useLanguage, useTexts, type Language } from '../../../shell/index.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button } from '../../../ui/parts.tsx';
import { Section } from '../../../ui/section.tsx';
import { importTexts } from './import-texts.ts';

const OUTCOMES = ['made', 'changed', 'skipped', 'faulty'] as const;

function useSaid(): (error: unknown) => string {
  const t = useTexts(importTexts);
  return (error) => {
    const { kind, code } = asFailure(error);
    if (kind === 'offline') return t.offline;
    return (t.failures as Readonly<Record<string, string>>)[code] ?? t.otherFailure;
  };
}

/** Takes calendars that come as files into the person's own. */
export function ImportPart() {
  const t = useTexts(importTexts);
  const answer = useAsk(calendarImportQueries.imports, {});
  return (
    <Section title={t.title} intro={t.intro}>
      <Begin onBegun={answer.retry} />
      <Answer answer={answer} rows={1}>
        {({ imports }) => <Imports imports={imports} onChanged={answer.retry} />}
      </Answer>
    </Section>
  );
}

function Begin({ onBegun }: { onBegun: () => void }) {
  const t = useTexts(importTexts);
  const client = useClient();
  const said = useSaid();
  const [fault, setFault] = useState<string>();
  const { upload, send } = useFile(async (attachmentId) => {
    try {
      await client.sendNow(calendarImportCommands.beginImport, { attachmentId });
      onBegun();
    } catch (error) {
      setFault(said(error));
    }
  });
  const isLost = upload?.state === 'failed' || upload?.state === 'lost';
  const percent = upload === undefined || upload.size === 0 ? 100 : Math.floor((100 * upload.sent) / upload.size);
  const lost = upload?.code === 'UPLOAD_TOO_LARGE' ? t.fileTooLarge : t.fileFailed;
  return (
    <>
      <FileDrop
        choose={t.choose}
        accept=".ics,.ical,.csv,.zip,text/calendar,text/csv,application/zip"
        status={upload === undefined || isLost ? t.drop : t.sending(upload.name, percent)}
        onFile={(file) => {
          const isLarge = file.size > CALENDAR_IMPORT_LIMITS.bytes;
          setFault(isLarge ? t.fileTooLarge : undefined);
          if (!isLarge) send(file);
        }}
      />
      <FaultNote text={isLost ? lost : fault} />
    </>
  );
}

function Imports({ imports, onChanged }: { imports: readonly CalendarImport[]; onChanged: () => void }) {
  const t = useTexts(importTexts);
  if (imports.length === 0) return null;
  return (
    <>
      <h3>{t.earlier}</h3>
      <p className="quiet">{t.earlierHint}</p>
      <ul className="calendar-imports">
        {imports.map((one) => (
          <li key={one.importId}>
            <OneImport one={one} onChanged={onChanged} />
          </li>
        ))}
      </ul>
    </>
  );
}

function OneImport({ one, onChanged }: { one: CalendarImport; onChanged: () => void }) {
  const t = useTexts(importTexts);
  const formats = useFormats();
  const client = useClient();
  const said = useSaid();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [asking, setAsking] = useState(false);
  const { importId, state } = one;
  const send = async <D extends CommandDefinition>(command: D, params: ParamsInputOf<D>): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      await client.sendNow(command, params);
    } catch (error) {
      setFault(said(error));
    }
    setBusy(false);
    onChanged();
  };
  const why = one.why === null ? undefined : ((t.failures as Record<string, string>)[one.why] ?? t.otherFailure);
  const isAtWork = state === 'running' || state === 'undoing';
  const isUndoable = one.isKept && (state === 'done' || state === 'stopped' || state === 'failed');
  return (
    <article className="calendar-import" aria-label={one.name}>
      <h4>{one.name}</h4>
      <p className="quiet" role="status">
        {t.states[state]} · {formats.full(Date.parse(one.createdAt) / 1000)}
      </p>
      <Counts one={one} />
      {isAtWork ? <Progress one={one} /> : null}
      <FaultNote text={fault ?? why} />
      {state === 'checked' ? <Rows one={one} /> : null}
      <Faults one={one} />
      {state === 'checked' ? (
        <Start
          one={one}
          disabled={busy}
          onStart={(replaces) => void send(calendarImportCommands.startImport, { importId, replaces })}
        />
      ) : null}
      <div className="form-buttons">
        {state === 'stopped' || (state === 'failed' && one.isKept) ? (
          <Button
            kind="primary"
            disabled={busy}
            onClick={() => void send(calendarImportCommands.startImport, { importId, replaces: false })}
          >
            {t.goOn}
          </Button>
        ) : null}
        {isAtWork ? (
          <Button
            icon="pause"
            disabled={busy}
            onClick={() => void send(calendarImportCommands.stopImport, { importId })}
          >
            {t.stop}
          </Button>
        ) : null}
        {isUndoable ? (
          <Button kind="danger" disabled={busy} onClick={() => setAsking(true)}>
            {t.undo}
          </Button>
        ) : null}
        {state === 'checking' || state === 'checked' || (state === 'failed' && !one.isKept) ? (
          <Button disabled={busy} onClick={() => void send(calendarImportCommands.dropImport, { importId })}>
            {t.discard}
          </Button>
        ) : null}
      </div>
      {asking ? (
        <Confirm
          title={t.undoTitle}
          action={t.undo}
          danger
          say={said}
          run={async () => {
            await client.sendNow(calendarImportCommands.undoImport, { importId });
            setAsking(false);
            onChanged();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t.undoText}</p>
        </Confirm>
      ) : null}
    </article>
  );
}

function Counts({ one }: { one: CalendarImport }) {
  const t = useTexts(importTexts);
  if (one.state === 'checking' || one.events === null) return null;
  const words = one.state === 'checked' ? t.would : t.became;
  const counts = OUTCOMES.filter((outcome) => one[outcome] > 0).map((outcome) => words[outcome](one[outcome]));
  const back = one.taken + one.left > 0 ? [t.taken(one.taken, one.left)] : [];
  return <p>{[...counts, ...back].join(' · ')}</p>;
}

function Progress({ one }: { one: CalendarImport }) {
  const t = useTexts(importTexts);
  const isUndo = one.state === 'undoing';
  const [at, all] = isUndo ? [one.taken + one.left, one.made + one.changed] : [one.at, one.events ?? 0];
  const percent = all === 0 ? 0 : Math.min(100, Math.floor((100 * at) / all));
  return (
    <>
      <p>{t.progress(at, all)}</p>
      <span
        className="progress"
        role="progressbar"
        aria-label={t.percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </span>
    </>
  );
}

/** A local time as it stands in the file, whatever zone it is of. */
const whenWords = (local: string, hasHours: boolean, language: Language): string =>
  new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    ...(hasHours ? { timeStyle: 'short' } : {}),
    timeZone: 'UTC',
  }).format(Date.parse(`${local.slice(0, 10)}T${hasHours ? local.slice(11, 16) : '00:00'}Z`));

function Rows({ one: { rows } }: { one: CalendarImport }) {
  const t = useTexts(importTexts);
  const language = useLanguage();
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>{t.rows}</summary>
      <ul className="calendar-import-rows">
        {rows.map(({ title, startDate, timeMode, repeats, outcome }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have nothing else, and never change their places
          <li key={index}>
            <strong>{title === '' ? t.untitled : title}</strong>
            <span className="quiet">
              {[
                whenWords(startDate, timeMode === 'fixedTime', language),
                ...(repeats ? [t.repeats] : []),
                t.outcomes[outcome],
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Faults({ one: { faults, faulty } }: { one: CalendarImport }) {
  const t = useTexts(importTexts);
  if (faults.length === 0) return null;
  return (
    <details>
      <summary>{t.faults}</summary>
      <ul className="calendar-import-rows">
        {faults.map(({ file, line, title, why }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- faults have nothing else, and never change their places
          <li key={index}>
            <span>
              {title === '' ? (file === '' ? t.untitled : file) : title} {t.why[why]}
            </span>
            <span className="quiet">
              {[...(title === '' || file === '' ? [] : [file]), ...(line === 0 ? [] : [t.line(line)])].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {faulty > faults.length ? <p className="quiet">{t.moreFaults(faulty - faults.length)}</p> : null}
    </details>
  );
}

function Start({
  one: { made, changed },
  disabled,
  onStart,
}: {
  one: CalendarImport;
  disabled: boolean;
  onStart: (replaces: boolean) => void;
}) {
  const t = useTexts(importTexts);
  const [way, setWay] = useState<'keep' | 'replace'>('keep');
  const count = made + (way === 'replace' ? changed : 0);
  return (
    <div className="form">
      {changed === 0 ? null : (
        <SelectField
          label={t.newer}
          value={way}
          options={(['keep', 'replace'] as const).map((one) => [one, t.newerWays[one]] as const)}
          onChange={setWay}
        />
      )}
      <div className="form-buttons">
        <Button kind="primary" disabled={disabled || count === 0} onClick={() => onStart(way === 'replace')}>
          {t.start(count)}
        </Button>
      </div>
    </div>
  );
}
