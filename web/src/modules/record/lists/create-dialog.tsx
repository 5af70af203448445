import '../record.css';
import { useRef } from 'react';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { useShowRecord } from '../address.ts';
import { close, type Creating } from '../asked.ts';
import { CreateForm } from '../create-form.tsx';
import { texts } from '../texts.ts';
import { listTexts } from './list-texts.ts';

/** A new record, of the kind whose list it was asked for from. */
export function CreateDialog({ creating }: { creating: Creating }) {
  const t = useTexts(listTexts);
  const { cancel } = useTexts(texts);
  const { notices } = useShell();
  const showRecord = useShowRecord();
  const leaveRef = useRef<(then: () => void) => void>((then) => then());
  const end = (): void => close(creating);
  return (
    <Dialog title={t.newRecord} closeLabel={t.close} size="l" onClose={() => leaveRef.current(end)}>
      <CreateForm
        typed=""
        about={undefined}
        isLinked={false}
        kindId={creating.idoInstanceId}
        leaveRef={leaveRef}
        onMade={(record) => {
          end();
          const open = { label: t.openMade, run: () => showRecord(record) };
          notices.show({ text: t.made(record.displayName), action: open });
        }}
        known={{
          run: (record) => {
            end();
            showRecord(record);
          },
        }}
        onBack={end}
        backLabel={cancel}
      />
    </Dialog>
  );
}
