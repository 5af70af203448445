import { administrationQueries } from '@kontor/contract/account';
import { documentCommands, documentQueries, type DocumentBox } from '@kontor/contract/document';
import { useMemo, useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { bothOf } from '../../../shell/failures/both-of.ts';
import { EditedList, type EditedRows } from '../../../shell/forms/edited-list.tsx';
import { OpenRow } from '../../../shell/forms/open-row.tsx';
import { RemoveRow } from '../../../shell/forms/remove-row.tsx';
import { useOpened } from '../../../shell/forms/use-opened.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { problemOf } from '../problem-of.ts';
import { problemTexts } from '../texts.ts';
import { BoxForm } from './form.tsx';
import { boxTexts } from './texts.ts';

/** The places that documents lie in, for administrators. */
export function BoxesPage() {
  const t = useTexts(boxTexts);
  const answer = useAsk(documentQueries.boxSettings, {});
  const everybody = useAsk(administrationQueries.people, {});
  const people = useMemo(() => new Map((everybody.data ?? []).map((one) => [one.id, one])), [everybody.data]);
  const opened = useOpened<DocumentBox>(({ boxId }) => boxId);
  return (
    <EditedList
      t={t}
      icon="archive"
      answer={bothOf(answer, everybody)}
      rowsOf={([boxes]) => boxes}
      opened={opened}
      form={({ one, onSaved }) => <BoxForm box={one} people={people} onSaved={onSaved} onClose={opened.close} />}
    >
      {(boxes, rows) => <List boxes={boxes} {...rows} />}
    </EditedList>
  );
}

function List({
  boxes,
  focused,
  onOpen,
  onRemoved,
  onChanged,
}: EditedRows<DocumentBox> & { boxes: readonly DocumentBox[] }) {
  const t = useTexts(boxTexts);
  const p = useTexts(problemTexts);
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const [removed, setRemoved] = useState<DocumentBox>();
  const remove = (box: DocumentBox): void => {
    if (box.documents > 0) notices.show({ text: t.notEmpty(box.name, box.documents), tone: 'fault' });
    else setRemoved(box);
  };
  const about = ({ documents, members }: DocumentBox): string => {
    const names = members.map(({ fullName }) => fullName).join(', ');
    return `${t.documents(documents)} · ${t.people(members.length)}${names === '' ? '' : `: ${names}`}`;
  };
  return (
    <>
      <ul className="rows" aria-label={t.title}>
        {boxes.map((box) => (
          <OpenRow
            key={box.boxId}
            name={box.name}
            about={about(box)}
            focused={box.boxId === focused}
            remove={t.remove(box.name)}
            onOpen={() => onOpen(box)}
            onRemove={() => remove(box)}
          />
        ))}
      </ul>
      {removed === undefined ? null : (
        <RemoveRow
          title={t.sure(removed.name)}
          action={t.delete}
          rows={{ onChanged, onRemoved }}
          run={() => sendOnce(documentCommands.deleteBox, { boxId: removed.boxId })}
          done={t.removed(removed.name)}
          say={({ kind, code }) => problemOf(p, kind === 'offline' ? 'OFFLINE' : code)}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t.sureHint}</p>
        </RemoveRow>
      )}
    </>
  );
}
