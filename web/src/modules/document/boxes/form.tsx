import { documentCommands, type DocumentBox } from '@kontor/contract/document';
import { tidyName } from '@kontor/contract/kernel';
import { useRef, useState, type ComponentProps, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { useUnsaved } from '../../../shell/use-unsaved.ts';
import { TextField } from '../../../ui/fields.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { MemberField } from '../../account/index.tsx';
import { problemOf } from '../problem-of.ts';
import { problemTexts } from '../texts.ts';
import { boxTexts } from './texts.ts';

const keyOf = (name: string, ids: readonly number[]): string =>
  JSON.stringify([tidyName(name), ...ids.toSorted((a, b) => a - b)]);

/** A new box, or one that is there: its name, and who sees what lies in it. */
export function BoxForm({
  box,
  people,
  onSaved,
  onClose,
}: {
  box: DocumentBox | undefined;
  people: ComponentProps<typeof MemberField>['people'];
  onSaved: (boxId: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(boxTexts);
  const p = useTexts(problemTexts);
  const client = useClient();
  const { notices } = useShell();
  const field = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(box?.name ?? '');
  const [ids, setIds] = useState<readonly number[]>(() => box?.members.map(({ userId }) => userId) ?? []);
  const [before, setBefore] = useState(() => keyOf(name, ids));
  const [code, setCode] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isDirty = keyOf(name, ids) !== before;
  const isNameFault = code === 'required' || code === 'DOCUMENT_BOX_EXISTS';
  /** True once it is saved. Else the form says why not. */
  const save = async (): Promise<boolean> => {
    if (isBusy) return false;
    const tidy = tidyName(name);
    const fail = (why: string): false => {
      setCode(why);
      if (why === 'required' || why === 'DOCUMENT_BOX_EXISTS')
        field.current?.querySelector<HTMLInputElement>('[name=name]')?.focus();
      return false;
    };
    if (tidy === '') return fail('required');
    setBusy(true);
    setCode(undefined);
    try {
      const params = { boxId: box?.boxId ?? null, name: tidy, memberIds: [...ids] };
      const { boxId } = await client.transport.command(documentCommands.saveBox, params, client.env.newId(), {
        once: true,
      });
      setBefore(keyOf(name, ids));
      notices.show({ text: t.saved(tidy) });
      onSaved(boxId);
      return true;
    } catch (error) {
      const failure = asFailure(error);
      return fail(failure.kind === 'offline' ? 'OFFLINE' : failure.code);
    } finally {
      setBusy(false);
    }
  };
  const leave = useUnsaved({ title: box?.name ?? t.newTitle, isDirty, save });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save().then((isDone) => (isDone ? onClose() : undefined));
  };
  return (
    <>
      <div className="back">
        <Button kind="plain" icon="arrow-left" onClick={() => leave(onClose)}>
          {t.back}
        </Button>
      </div>
      <h2>{box?.name ?? t.newTitle}</h2>
      <form ref={field} className="form" onSubmit={submit} noValidate>
        <TextField
          name="name"
          label={t.name}
          autoComplete="off"
          autoFocus
          maxLength={100}
          fault={isNameFault ? (code === 'required' ? t.required : problemOf(p, code)) : undefined}
          value={name}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setCode(undefined);
          }}
        />
        <MemberField people={people} userIds={ids} empty={t.nobody} onChange={setIds} />
        {code === undefined || isNameFault ? null : (
          <Callout tone="fault" icon="warning">
            {problemOf(p, code)}
          </Callout>
        )}
        <footer className="form-buttons">
          <Button onClick={() => leave(onClose)}>{t.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={isBusy} disabled={box !== undefined && !isDirty}>
            {box === undefined ? t.create : t.save}
          </Button>
        </footer>
      </form>
    </>
  );
}
