import './compose.css';
import { recordActivityCommands, recordActivityQueries } from '@kontor/contract/memo';
import { useRef, useState, type FormEvent } from 'react';
import { asFailure } from '../../client/failure.ts';
import { useAsk, useClient } from '../../client/react.tsx';
import { writingKey } from '../../editor/writing/writing-keys.ts';
import { useShell, useTexts, useZone, type AboutRecord } from '../../shell/index.ts';
import { DateField } from '../../shell/dates/date-field.tsx';
import { useUnsaved } from '../../shell/use-unsaved.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Button, Callout } from '../../ui/parts.tsx';
import { composeTexts } from './compose-texts.ts';
import { texts } from './texts.ts';
import { typeName } from './type-name.ts';

interface Written {
  readonly title: string;
  readonly text: string;
  readonly type: string;
  readonly person: string;
  readonly minutes: string;
  readonly alarm: string;
}
const NOTHING: Written = { title: '', text: '', type: '', person: '', minutes: '', alarm: '' };
/** A year. */
const MAX_MINUTES = 525_600;

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '');
const htmlOf = (text: string): string =>
  text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('');

/** A box in the history of a record to write down at once what was talked about, with whom and for how long. */
export function ComposeMemo(about: AboutRecord) {
  const t = useTexts(composeTexts);
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <div>
        <Button icon="notepad" onClick={() => setOpen(true)}>
          {t.open}
        </Button>
      </div>
    );
  return <Box {...about} onClose={() => setOpen(false)} />;
}

function Box({ idoId, idoInstanceId, title, persons, onClose }: AboutRecord & { onClose: () => void }) {
  const t = useTexts(composeTexts);
  const m = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const zone = useZone();
  const types = useAsk(recordActivityQueries.communicationTypes, {}).data ?? [];
  const [written, setWritten] = useState(NOTHING);
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const write = (part: Partial<Written>): void => {
    setFault('');
    setWritten({ ...written, ...part });
  };
  /** Said again it is the same command: an answer that was lost writes nothing twice. */
  const sent = useRef<{ readonly of: string; readonly processId: string }>(undefined);
  const keep = async (): Promise<boolean> => {
    if (isBusy) return false;
    if (`${written.title}${written.text}`.trim() === '') {
      setFault(t.empty);
      return false;
    }
    const alarm =
      written.alarm === ''
        ? null
        : Temporal.PlainDateTime.from(written.alarm).toZonedDateTime(zone).toInstant().toString();
    const params = {
      idoId,
      instanceId: idoInstanceId,
      title: (written.title.trim() || written.text.trim().split('\n')[0] || '').slice(0, 300),
      content: htmlOf(written.text),
      communicationTypeId: written.type === '' ? null : Number(written.type),
      contactPersonId: written.person === '' ? null : Number(written.person),
      duration: Math.min(MAX_MINUTES, Math.max(0, Math.round(Number(written.minutes) || 0))) * 60,
      alarm,
    };
    const of = JSON.stringify(params);
    const processId = sent.current?.of === of ? sent.current.processId : client.env.newId();
    sent.current = { of, processId };
    setBusy(true);
    try {
      await client.transport.command(recordActivityCommands.createForRecord, params, processId, { once: true });
      notices.show({ text: t.kept });
      setWritten(NOTHING);
      onClose();
      return true;
    } catch (error) {
      const { code, kind } = asFailure(error);
      setFault(code === 'MEMO_ALARM_INVALID' ? t.alarmPast : kind === 'offline' ? t.offline : t.failed);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const isDirty = Object.values(written).some((value) => value !== '');
  const goFrom = useUnsaved({ title: t.unsaved(title), isDirty, save: keep });
  return (
    <form
      className="memo-compose"
      aria-label={t.open}
      onKeyDown={(event) => writingKey(event, { done: () => void keep(), save: () => void keep() })}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void keep();
      }}
    >
      <TextField
        label={t.title}
        autoFocus
        maxLength={300}
        value={written.title}
        onChange={({ currentTarget }) => write({ title: currentTarget.value })}
      />
      <label className="field">
        <span className="label">{t.text}</span>
        <textarea
          className="input"
          rows={4}
          value={written.text}
          onChange={({ currentTarget }) => write({ text: currentTarget.value })}
        />
      </label>
      <div className="memo-compose-more">
        <SelectField
          label={t.type}
          value={written.type}
          options={[
            ['', t.noType],
            ...types.flatMap(({ id, communicationType, isOffered }) =>
              isOffered ? [[String(id), typeName(m, communicationType)] as const] : [],
            ),
          ]}
          onChange={(type) => write({ type })}
        />
        {persons.length === 0 ? null : (
          <SelectField
            label={t.person}
            value={written.person}
            options={[['', t.noPerson], ...persons.map(({ id, name }) => [String(id), name] as const)]}
            onChange={(person) => write({ person })}
          />
        )}
        <TextField
          label={t.minutes}
          type="number"
          min={0}
          max={MAX_MINUTES}
          value={written.minutes}
          onChange={({ currentTarget }) => write({ minutes: currentTarget.value })}
        />
        <DateField label={t.alarm} kind="moment" value={written.alarm} onChange={(value) => write({ alarm: value })} />
      </div>
      {fault === '' ? null : (
        <Callout tone="fault" icon="warning">
          {fault}
        </Callout>
      )}
      <footer>
        <Button onClick={() => goFrom(onClose)}>{t.cancel}</Button>
        <Button kind="primary" type="submit" aria-disabled={isBusy}>
          {isBusy ? t.keeping : t.keep}
        </Button>
      </footer>
    </form>
  );
}
