import { recordActivityCommands } from '@kontor/contract/memo';
import { useRef, useState } from 'react';
import { asFailure } from '../../client/failure.ts';
import { useClient } from '../../client/react.tsx';
import { useShell, useTexts, useZone, type AboutRecord } from '../../shell/index.ts';
import { useUnsaved } from '../../shell/forms/use-unsaved.ts';
import { composeTexts } from './compose-texts.ts';

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
export const MAX_MINUTES = 525_600;

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '');
const htmlOf = (text: string): string =>
  text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('');

interface Options extends Omit<AboutRecord, 'persons'> {
  readonly onClose: () => void;
}

/** What is written in the box, and how it is kept as a memo on the record. */
export function useMemoBox({ idoId, idoInstanceId, title, onClose }: Options) {
  const t = useTexts(composeTexts);
  const client = useClient();
  const { notices } = useShell();
  const zone = useZone();
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
  return { written, fault, isBusy, write, keep, goFrom };
}
