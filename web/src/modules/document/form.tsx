import { type DocumentDetail, documentQueries } from '@kontor/contract/document';
import { recordQueries } from '@kontor/contract/record';
import { useId, useRef, useState, type FormEvent } from 'react';
import { useAsk, useClient, useValue } from '../../client/react.tsx';
import { useShell, useTexts } from '../../shell/index.ts';
import { useUnsaved } from '../../shell/forms/use-unsaved.ts';
import { Check, TextField } from '../../ui/fields.tsx';
import { Button, Callout } from '../../ui/parts.tsx';
import { whenDrawn } from '../../ui/when-drawn.ts';
import { BoxField } from './filing-dialog.tsx';
import { isSame, type FieldName, type Fields } from './rules.ts';
import { problemOf } from './problem-of.ts';
import { formTexts, problemTexts } from './texts.ts';
import { useEditing, type Editing } from './use-editing.ts';
import { useNoBox } from './use-no-box.ts';

/** Edits a document in its place. */
export function DocumentForm({
  details,
  onSaved,
  onClose,
}: {
  details: DocumentDetail;
  onSaved: () => void;
  onClose: () => void;
}) {
  const t = useTexts(formTexts);
  const p = useTexts(problemTexts);
  const { notices } = useShell();
  const noBox = useNoBox(details);
  const form = useRef<HTMLFormElement>(null);
  const editing = useEditing(details, onSaved);
  const { draft, isDirty, isBusy, code, write } = editing;
  const save = async (): Promise<boolean> => {
    const isDone = await editing.save();
    if (isDone && isDirty) notices.show({ text: t.saved });
    if (!isDone)
      whenDrawn(
        () => form.current?.querySelector<HTMLElement>('[aria-invalid=true], .document-conflict input'),
        (field) => field.focus(),
      );
    return isDone;
  };
  const leave = useUnsaved({ title: t.editing(details.title), isDirty, save });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save().then((isDone) => (isDone ? onClose() : undefined));
  };
  const isFault = code !== undefined && code !== 'required';
  return (
    <form
      ref={form}
      className="form document-form"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave(onClose);
        else if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        else submit(event);
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <TextField
        label={t.title}
        maxLength={300}
        autoComplete="off"
        autoFocus
        value={draft.title}
        onChange={({ currentTarget }) => write({ title: currentTarget.value })}
      />
      <TextField
        label={t.filename}
        maxLength={255}
        autoComplete="off"
        fault={code === 'required' ? t.required : undefined}
        value={draft.filename}
        onChange={({ currentTarget }) => write({ filename: currentTarget.value })}
      />
      <BoxField
        label={t.postboxId}
        value={draft.postboxId}
        known={{ boxId: details.postboxId, name: details.postbox }}
        none={noBox}
        onChange={(postboxId) => write({ postboxId })}
      />
      <TextField
        label={t.buzzwords}
        hint={t.buzzwordsHint}
        maxLength={2000}
        autoComplete="off"
        value={draft.buzzwords}
        onChange={({ currentTarget }) => write({ buzzwords: currentTarget.value })}
      />
      <Categories value={draft.categories} onChange={(categories) => write({ categories })} />
      <Conflicts details={details} editing={editing} />
      {isFault ? (
        <Callout tone="fault" icon="warning" action={<Button onClick={() => void save()}>{t.retry}</Button>}>
          {problemOf(p, code)}
        </Callout>
      ) : null}
      <footer className="form-buttons">
        <Button onClick={() => leave(onClose)}>{t.cancel}</Button>
        <Button kind="primary" type="submit" aria-disabled={isBusy}>
          {isBusy ? t.saving : t.save}
        </Button>
      </footer>
    </form>
  );
}

/** The kinds of records, once they are known; nothing for who may see no records. */
function useKindNames(): readonly { readonly id: number; readonly name: string }[] {
  const maySee = useValue(useClient().configuration)?.rights.idoList === true;
  const { data } = useAsk(recordQueries.instances, maySee ? {} : undefined);
  return maySee ? (data ?? []).map(({ ID, Name }) => ({ id: ID, name: Name })) : [];
}

function Categories({ value, onChange }: { value: readonly number[]; onChange: (value: readonly number[]) => void }) {
  const t = useTexts(formTexts);
  const kinds = useKindNames();
  if (kinds.length === 0) return null;
  return (
    <fieldset className="document-categories">
      <legend>{t.categories}</legend>
      {kinds.map(({ id, name }) => (
        <Check
          key={id}
          label={name}
          checked={value.includes(id)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...value, id] : value.filter((one) => one !== id))
          }
        />
      ))}
    </fieldset>
  );
}

/** What both have changed, side by side: one of the two is chosen by a click, or something else is written above. */
function Conflicts({ details, editing: { conflict, draft, write } }: { details: DocumentDetail; editing: Editing }) {
  const t = useTexts(formTexts);
  if (conflict === undefined) return null;
  return (
    <Callout tone="fault" icon="warning">
      <p>
        <strong>{t.conflict}</strong>
      </p>
      <p>{t.conflictHint}</p>
      {conflict.names.map((name) => (
        <Sides key={name} name={name} details={details} theirs={conflict.theirs} now={draft} onTake={write} />
      ))}
    </Callout>
  );
}

function Sides({
  name,
  details,
  theirs,
  now,
  onTake,
}: {
  name: FieldName;
  details: DocumentDetail;
  theirs: Fields;
  now: Fields;
  onTake: (part: Partial<Fields>) => void;
}) {
  const t = useTexts(formTexts);
  const id = useId();
  const say = useValueText(details);
  const [mine] = useState(now);
  const isTheirs = isSame(name, now, theirs);
  return (
    <fieldset className="document-conflict">
      <legend>{t[name]}</legend>
      {([false, true] as const).map((ofThem) => {
        const fields = ofThem ? theirs : mine;
        return (
          <label key={String(ofThem)}>
            <input
              type="radio"
              name={id}
              checked={isTheirs === ofThem}
              onChange={() => onTake({ [name]: fields[name] })}
            />
            <span className="quiet">{ofThem ? t.theirs : t.mine}</span>
            <span>{say(name, fields)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** Says what stands in a field. */
function useValueText(details: DocumentDetail): (name: FieldName, fields: Fields) => string {
  const t = useTexts(formTexts);
  const kinds = useKindNames();
  const noBox = useNoBox(details);
  const boxes = useAsk(documentQueries.boxes, {}).data?.boxes ?? [];
  return (name, fields) => {
    switch (name) {
      case 'postboxId': {
        if (fields.postboxId === 0) return noBox;
        const known = boxes.find(({ boxId }) => boxId === fields.postboxId)?.name;
        return known ?? (fields.postboxId === details.postboxId ? details.postbox : String(fields.postboxId));
      }
      case 'categories':
        return (
          fields.categories.map((id) => kinds.find((kind) => kind.id === id)?.name ?? t.kind(id)).join(', ') || t.none
        );
      case 'title':
      case 'filename':
      case 'buzzwords':
        return fields[name] || t.none;
    }
  };
}
