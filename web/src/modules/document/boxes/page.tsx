import '../document.css';
import { administrationQueries } from '@kontor/contract/account';
import { documentCommands, documentQueries, type DocumentBox } from '@kontor/contract/document';
import { useMemo, useRef, useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk, useClient } from '../../../client/react.tsx';
import { Failed, useShell, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
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
  const [open, setOpen] = useState<DocumentBox | 'new'>();
  const [removed, setRemoved] = useState<DocumentBox>();
  /** Whose row has the focus once the list is back. */
  const [last, setLast] = useState<number>();
  const addButton = useRef<HTMLButtonElement>(null);
  const boxes = everybody.data === undefined ? undefined : answer.data;
  const failure = answer.failure ?? everybody.failure;
  if (open !== undefined)
    return (
      <BoxForm
        box={open === 'new' ? undefined : open}
        people={people}
        onSaved={(boxId) => {
          setLast(boxId);
          answer.retry();
        }}
        onClose={() => {
          if (open !== 'new') setLast(open.boxId);
          setOpen(undefined);
        }}
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
        <Button
          ref={addButton}
          kind="primary"
          icon="plus"
          disabled={boxes === undefined}
          onClick={() => setOpen('new')}
        >
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
                focused={box.boxId === last}
                onOpen={() => setOpen(box)}
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
            addButton.current?.focus();
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
  const client = useClient();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      await client.transport.command(documentCommands.deleteBox, { boxId: box.boxId }, client.env.newId(), {
        once: true,
      });
      onRemoved();
    } catch (error) {
      const { code, kind } = asFailure(error);
      setFault(problemOf(p, kind === 'offline' ? 'OFFLINE' : code));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.sure(box.name)} closeLabel={t.close} onClose={onClose}>
      <p>{t.sureHint}</p>
      <FaultNote text={fault} />
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="danger" disabled={isBusy} onClick={() => void remove()}>
          {t.delete}
        </Button>
      </footer>
    </Dialog>
  );
}
