import {
  CALENDAR_SETS_KEY,
  MAX_RESOURCE_NAME,
  RESOURCES_KEY,
  RESOURCE_KINDS,
  appointmentCommands,
  type Collisions,
  type Resource,
} from '@kontor/contract/appointment';
import { tidyName } from '@kontor/contract/kernel';
import { useState } from 'react';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { EditedForm } from '../../../shell/forms/edited-list.tsx';
import { useForm } from '../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Check, SelectField, TextField } from '../../../ui/fields.tsx';
import { Callout } from '../../../ui/parts.tsx';
import { PairList } from '../editor/taken-note.tsx';
import { resourceTexts } from '../resource-texts.ts';
import { resourcesTexts } from './resources-texts.ts';

const MAX_CAPACITY = 100_000;
const MAX_DESCRIPTION = 500;

interface Draft extends Omit<Resource, 'id' | 'calendarId' | 'capacity'> {
  /** As it is typed. */
  readonly capacity: string;
}

const NEW: Draft = { name: '', kind: 'room', capacity: '', description: '', isHard: true };
const NOWHERE = { startDay: '', endDay: '' };

/** People that something holds, as it is typed: null where nothing is, undefined where it is no such number. */
export function capacityOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const count = Number(typed);
  return Number.isInteger(count) && count > 0 && count <= MAX_CAPACITY ? count : undefined;
}

/** What is said of a failure about resources. */
export function useResourcesProblem(): (failure: Failure) => string {
  const t = useTexts(resourcesTexts);
  return ({ code, kind, problem }) => {
    if (kind === 'offline') return t.offline;
    if (code === 'NOT_FOUND') return t.gone;
    if (code === 'RIGHT_MISSING') return t.forbidden;
    if (code === 'RESOURCE_TAKEN') return t.takenTwice;
    if (code !== 'TOO_MANY_RESOURCES') return t.failed;
    const { max = 0 } = (problem?.data ?? {}) as { readonly max?: number };
    return t.tooMany(max);
  };
}

/** A new room, vehicle or machine, or one that is there. */
export function ResourceForm({
  resource,
  onSaved,
  onClose,
}: {
  resource: Resource | undefined;
  onSaved: (id: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(resourcesTexts);
  const r = useTexts(resourceTexts);
  const client = useClient();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const problem = useResourcesProblem();
  const [taken, setTaken] = useState<Collisions['pairs']>([]);
  const form = useForm<Draft>({
    title: ({ name }) => name || t.newTitle,
    start:
      resource === undefined
        ? NEW
        : {
            name: resource.name,
            kind: resource.kind,
            capacity: resource.capacity === null ? '' : String(resource.capacity),
            description: resource.description,
            isHard: resource.isHard,
          },
    version: resource?.id ?? null,
    isValid: ({ name, capacity }) => tidyName(name) !== '' && capacityOf(capacity) !== undefined,
    send: async (draft, id) => {
      setTaken([]);
      try {
        const saved = await sendOnce(appointmentCommands.saveResource, {
          ...draft,
          id,
          name: tidyName(draft.name),
          capacity: capacityOf(draft.capacity) ?? null,
          description: draft.description.trim(),
        });
        client.ask.touch([RESOURCES_KEY, CALENDAR_SETS_KEY]);
        notices.show({ text: t.saved(tidyName(draft.name)) });
        onSaved(saved.id);
        return saved;
      } catch (error) {
        const failure = asFailure(error);
        if (failure.code === 'RESOURCE_TAKEN') setTaken((failure.problem?.data as Collisions | undefined)?.pairs ?? []);
        throw error;
      }
    },
    say: problem,
    isGone: ({ code }) => code === 'NOT_FOUND',
  });
  const { draft, isTried, change } = form;
  return (
    <EditedForm
      back={t.back}
      title={resource?.name ?? t.newTitle}
      isNew={resource === undefined}
      form={form}
      onClose={onClose}
    >
      <div className="two">
        <TextField
          label={t.name}
          autoComplete="off"
          autoFocus
          maxLength={MAX_RESOURCE_NAME}
          fault={isTried && tidyName(draft.name) === '' ? t.nameFault : undefined}
          value={draft.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <SelectField
          label={t.kind}
          value={draft.kind}
          options={RESOURCE_KINDS.map((kind) => [kind, r.kinds[kind]] as const)}
          onChange={(kind) => change({ kind })}
        />
        <TextField
          label={t.capacity}
          hint={t.capacityHint}
          inputMode="numeric"
          autoComplete="off"
          fault={isTried && capacityOf(draft.capacity) === undefined ? t.capacityFault : undefined}
          value={draft.capacity}
          onChange={({ currentTarget }) => change({ capacity: currentTarget.value })}
        />
      </div>
      <TextField
        label={t.description}
        hint={t.descriptionHint}
        autoComplete="off"
        maxLength={MAX_DESCRIPTION}
        value={draft.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <Check
        label={t.isHard}
        hint={t.isHardHint}
        checked={draft.isHard}
        onChange={({ currentTarget }) => {
          setTaken([]);
          change({ isHard: currentTarget.checked });
        }}
      />
      {taken.length === 0 ? null : (
        <Callout icon="warning">
          <PairList pairs={taken} draft={NOWHERE} />
        </Callout>
      )}
    </EditedForm>
  );
}
