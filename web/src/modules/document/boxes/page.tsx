import '../document.css';
import { administrationQueries } from '@kontor/contract/account';
import { documentCommands, documentQueries, type DocumentBox } from '@kontor/contract/document';
import { useMemo, useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { Failed, useShell, useTexts } from '../../../shell/index.ts';
import { Confirm } from '../../../shell/forms/confirm.tsx';
import { useOpened } from '../../../shell/forms/use-opened.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { SkeletonBlock, Button, Icon, IconButton, StatePage } from '../../../ui/parts.tsx';
import { problemOf } from '../problem-of.ts';
import { problemTexts } from '../texts.ts';
import { BoxForm } from './form.tsx';
import { boxTexts } from './texts.ts';

/** The places that documents lie in, for administrators. */
export function BoxesPage() {
  const t = useTexts(boxTexts);
  const { notices } = useShell();
  const answer = useAsk(documentQueries.boxSettings, {});
  const everybody = useAsk(administrationQueries.people, {});
  const people = useMemo(() => new Map((everybody.data ?? []).map((one) => [one.id, one])), [everybody.data]);
  const opened = useOpened<DocumentBox>(({ boxId }) => boxId);
  const { addButton } = opened;
  const [removed, setRemoved] = useState<DocumentBox>();
  const boxes = everybody.data === undefined ? undefined : answer.data;
  const failure = answer.failure ?? everybody.failure;
  if (opened.isOpen)
    return (
      <BoxForm
        box={opened.one}
        people={people}
        onSaved={(boxId) => {
          opened.saved(boxId);
          answer.retry();
        }}
        onClose={opened.close}
      />
    );
  const remove = (box: DocumentBox): void => {
    if (box.documents > 0) notices.show({ text: t.notEmpty(box.name, box.documents), tone: 'fault' });
    else setRemoved(box);
  };
  return (
    <section className="document-boxes">
      <header>
        <p className="quiet">{t.intro}</p>
        <Button ref={addButton} kind="primary" icon="plus" disabled={boxes === undefined} onClick={opened.begin}>
          {t.add}
        </Button>
      </header>
      {boxes !== undefined ? (
        boxes.length === 0 ? (
          <StatePage icon="archive" title={t.empty}>
            {t.emptyHint}
          </StatePage>
        ) : (
          <ul className="document-box-list">
            {boxes.map((box) => (
              <BoxRow
                key={box.boxId}
                box={box}
                focused={box.boxId === opened.focused}
                onOpen={() => opened.open(box)}
                onRemove={() => remove(box)}
              />
            ))}
          </ul>
        )
      ) : failure === undefined ? (
        <SkeletonBlock width="100%" height={64} />
      ) : (
        <Failed
          failure={failure}
          title={t.failed}
          onRetry={() => {
            answer.retry();
            everybody.retry();
          }}
        />
      )}
      {removed === undefined ? null : (
        <Removing
          box={removed}
          onRemoved={() => {
            setRemoved(undefined);
            answer.retry();
            opened.removed();
            notices.show({ text: t.removed(removed.name) });
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </section>
  );
}

function BoxRow({
  box,
  focused,
  onOpen,
  onRemove,
}: {
  box: DocumentBox;
  focused: boolean;
  onOpen: () => void;
  onRemove: () => void;
}) {
  const t = useTexts(boxTexts);
  const names = box.members.map(({ fullName }) => fullName).join(', ');
  return (
    <li>
      <button type="button" className="document-box" autoFocus={focused} onClick={onOpen}>
        <span>
          <strong>{box.name}</strong>
          <span className="quiet">
            {t.documents(box.documents)} · {t.people(box.members.length)}
            {names === '' ? '' : `: ${names}`}
          </span>
        </span>
        <Icon name="caret-right" small />
      </button>
      <IconButton icon="trash" label={t.remove(box.name)} onClick={onRemove} />
    </li>
  );
}

function Removing({ box, onRemoved, onClose }: { box: DocumentBox; onRemoved: () => void; onClose: () => void }) {
  const t = useTexts(boxTexts);
  const p = useTexts(problemTexts);
  const sendOnce = useSendOnce();
  return (
    <Confirm
      title={t.sure(box.name)}
      action={t.delete}
      danger
      run={async () => {
        await sendOnce(documentCommands.deleteBox, { boxId: box.boxId });
        onRemoved();
      }}
      say={({ kind, code }) => problemOf(p, kind === 'offline' ? 'OFFLINE' : code)}
      onClose={onClose}
    >
      <p>{t.sureHint}</p>
    </Confirm>
  );
}
