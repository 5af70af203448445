import type { Naming } from '@kontor/contract/phonecall';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useTexts } from '../../../shell/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { useSeesRecords } from '../../activity/index.tsx';
import { pickRecord } from '../../record/index.tsx';
import { useProblem } from '../use-problem.ts';
import { namingTexts } from './texts.ts';
import { useClaims } from './use-claims.ts';

/** Says who a number belongs to instead: one of those who may be meant, a record that is looked for, a name that is written, or not that one. */
export function SomeoneElse({ naming, label, onSaid }: { naming: Naming; label: string; onSaid: () => void }) {
  const t = useTexts(namingTexts);
  const seesRecords = useSeesRecords();
  const [anchor, setAnchor] = useState<DOMRect>();
  const [isNaming, setNaming] = useState(false);
  const { claim, name } = useClaims(naming.number, onSaid);
  const [first, ...others] = naming.candidates;
  const offered = naming.sureness === 'sure' ? others : naming.candidates;
  const items: readonly MenuItem[] = [
    ...offered.map((candidate): MenuItem => ({
      key: `${candidate.ownerKind} ${candidate.ownerId}`,
      label: t.isThat(candidate.name),
      ...(candidate.subtitle === '' ? {} : { detail: candidate.subtitle }),
      icon: 'check',
      onSelect: () => claim(candidate, true),
    })),
    ...(seesRecords
      ? [
          {
            key: 'record',
            label: t.findRecord,
            icon: 'address-book' as const,
            onSelect: () =>
              pickRecord({
                count: 0,
                about: undefined,
                known: [],
                title: t.findRecordTitle,
                onPick: ({ idoId, displayName }) =>
                  claim({ ownerKind: 'record', ownerId: idoId, name: displayName }, true),
              }),
          },
        ]
      : []),
    { key: 'name', label: t.writeName, icon: 'pencil-simple', onSelect: () => setNaming(true) },
    ...(first === undefined
      ? []
      : [
          {
            key: 'not',
            label: t.notThat(first.name),
            icon: 'x' as const,
            apart: true,
            onSelect: () => claim(first, false),
          },
        ]),
  ];
  return (
    <>
      <Button
        kind="plain"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
      >
        {label}
      </Button>
      {anchor === undefined ? null : (
        <Menu label={label} anchor={anchor} items={items} onClose={() => setAnchor(undefined)} />
      )}
      {isNaming ? <NameDialog number={naming.number} onName={name} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

function NameDialog({
  number,
  onName,
  onClose,
}: {
  number: string;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useTexts(namingTexts);
  const say = useProblem();
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const [fault, setFault] = useState<string>();
  const save = async (): Promise<void> => {
    setTried(true);
    if (name.trim() === '') return;
    try {
      await onName(name.trim());
      onClose();
    } catch (error) {
      setFault(say(asFailure(error)));
    }
  };
  return (
    <Dialog title={t.nameTitle(number)} closeLabel={t.close} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void save();
        }}
      >
        <TextField
          label={t.name}
          hint={t.nameHint}
          maxLength={200}
          autoComplete="off"
          autoFocus
          fault={isTried && name.trim() === '' ? t.nameMissing : undefined}
          value={name}
          onChange={({ currentTarget }) => {
            setFault(undefined);
            setName(currentTarget.value);
          }}
        />
        <FaultNote text={fault} />
        <footer className="form-buttons">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit">
            {t.take}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
