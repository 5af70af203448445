import { useEffect, useRef } from 'react';
import type { QueuedCommand } from '../../client/core/command.ts';
import { useClient, useValue } from '../../client/react.tsx';
import { useShell, useTexts } from '../../shell/index.ts';
import { useShowRecord } from './address.ts';
import { createRecord } from './asking.ts';
import { dialogTexts } from './dialog-texts.ts';
import { listTexts } from './lists/list-texts.ts';
import { texts } from './texts.ts';
import { troubleOf } from './use-links.ts';
import { touchedBy, waitingRecords } from './waiting.ts';

/** Says what became of records and links that waited for a connection; what was refused stays on the device, to be mended. */
export function useSentLater(): void {
  const l = useTexts(listTexts);
  const d = useTexts(dialogTexts);
  const { problems } = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const showRecord = useShowRecord();
  const waiting = useValue(client.waiting);
  const reported = useRef(new Set<string>());
  const sayApplied = (command: QueuedCommand, answer: unknown): void => {
    const touched = touchedBy(command);
    if (touched === undefined) return;
    // Events of this client's own commands reload nothing.
    client.ask.touch(touched);
    const [record] = waitingRecords([command]);
    // Another page has sent it, and says so.
    if (record === undefined || answer === undefined) return;
    const { idoInstanceId, name } = record;
    if (record.idoId !== undefined) return void notices.show({ text: d.restored(1) });
    const { idoId } = answer as { readonly idoId: number };
    const action = { label: l.openMade, run: () => showRecord({ idoId, idoInstanceId }) };
    notices.show({ text: l.made(name), action });
  };
  const sayRefused = (command: QueuedCommand): void => {
    const why = troubleOf({ ...problems, RECORD_INVALID: l.invalid }, command.refusal?.code ?? '');
    const [record] = waitingRecords([command]);
    const name = command.titles?.[0] ?? '';
    if (record === undefined) return void notices.show({ text: l.notLinked(name, why), tone: 'fault' });
    if (record.values === undefined)
      return void notices.show({ text: l.notBack(name || l.thisRecord, why), tone: 'fault' });
    const mend = (): void => createRecord({ idoInstanceId: record.idoInstanceId, again: record });
    notices.show({ text: l.notMade(name, why), tone: 'fault', action: { label: l.correct, run: mend } });
  };
  const say = useRef({ sayApplied, sayRefused });
  useEffect(() => {
    say.current = { sayApplied, sayRefused };
  });
  useEffect(
    () => client.followApplied('record.sentLater', (command, answer) => say.current.sayApplied(command, answer)),
    [client],
  );
  useEffect(() => {
    for (const command of waiting) {
      if (command.state !== 'refused' || touchedBy(command) === undefined || reported.current.has(command.processId))
        continue;
      reported.current.add(command.processId);
      say.current.sayRefused(command);
    }
  }, [waiting]);
}
