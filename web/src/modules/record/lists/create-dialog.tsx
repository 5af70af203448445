import '../record.css';
import { useRef, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useDraft } from '../../../client/use-draft.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { useShowRecord } from '../address.ts';
import { close, type Creating } from '../open-dialogs.ts';
import { CreateForm } from '../create-form.tsx';
import type { Written } from '../use-new-record.ts';
import { texts } from '../texts.ts';
import { troubleOf } from '../use-links.ts';
import { listTexts } from './list-texts.ts';

const NOTHING = {};

/** A new record, of the kind whose list it was asked for from. What is written is kept, and made as soon as the server is reached. */
export function CreateDialog({ creating }: { creating: Creating }) {
  const t = useTexts(listTexts);
  const { cancel, problems } = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const showRecord = useShowRecord();
  const leaveRef = useRef<(then: () => void) => void>((then) => then());
  const { again } = creating;
  const [written, setWritten] = useState<Written>();
  const draft = useDraft<Written>('record.new', again?.processId ?? '', setWritten);
  const end = (): void => close(creating);
  const drop = (): void => {
    draft.discard();
    setWritten(undefined);
  };
  // What was refused is not asked for again: this has taken its place.
  const replace = (): void => {
    end();
    if (again !== undefined) void client.queue.discard([again.processId]);
  };
  return (
    <Dialog title={t.newRecord} closeLabel={t.close} size="l" onClose={() => leaveRef.current(end)}>
      <CreateForm
        key={draft.foundAt}
        typed=""
        kept={{
          base: again?.values ?? NOTHING,
          found: written === undefined || draft.foundAt === undefined ? undefined : { written, at: draft.foundAt },
          trouble: again?.refused === undefined ? undefined : troubleOf(problems, again.refused),
          faults: again?.faults ?? [],
          save: draft.save,
          drop,
          onLater: (name) => {
            replace();
            notices.show({ text: t.madeLater(name) });
          },
        }}
        about={undefined}
        isLinked={false}
        kindId={creating.idoInstanceId}
        leaveRef={leaveRef}
        onMade={(record) => {
          replace();
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
