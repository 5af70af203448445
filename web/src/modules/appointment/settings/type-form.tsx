import {
  ACCESSES,
  APPOINTMENT_TYPES_KEY,
  MAX_APPOINTMENT_TITLE,
  MAX_TYPE_TITLE,
  TIME_MODES,
  appointmentCommands,
  type AppointmentType,
} from '@kontor/contract/appointment';
import { tidyName } from '@kontor/contract/kernel';
import type { Failure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { EditedForm } from '../../../shell/forms/edited-list.tsx';
import { useForm } from '../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Check, SelectField, TextField } from '../../../ui/fields.tsx';
import { PeopleField, availableOf, type Chosen } from '../../sharing/index.tsx';
import { ColourField } from '../colour-field.tsx';
import { AlertField } from '../editor/alert-field.tsx';
import { useColleagues } from '../colleagues.ts';
import { TextPart } from '../editor/text-part.tsx';
import { editorTexts } from '../editor/texts.ts';
import { typesTexts } from './texts.ts';

type Draft = Omit<AppointmentType, 'id'>;

const NEW: Draft = {
  title: '',
  colour: '',
  access: 'public',
  alert: 'none',
  description: '',
  timeType: 'fixedTime',
  forbiddenRepetition: false,
  defaultTitle: '',
  participants: [],
  recordButton: true,
};

/** What is said of a failure about types. */
export function useTypesProblem(): (failure: Failure) => string {
  const t = useTexts(typesTexts);
  return ({ code, kind, problem }) => {
    if (kind === 'offline') return t.offline;
    if (code === 'NOT_FOUND') return t.gone;
    if (code === 'RIGHT_MISSING') return t.forbidden;
    if (code !== 'TOO_MANY_APPOINTMENT_TYPES') return t.failed;
    const { max = 0 } = (problem?.data ?? {}) as { readonly max?: number };
    return t.tooMany(max);
  };
}

/** A new type of appointment, or one that is there. */
export function TypeForm({
  type,
  onSaved,
  onClose,
}: {
  type: AppointmentType | undefined;
  onSaved: (id: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(typesTexts);
  const e = useTexts(editorTexts);
  const client = useClient();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const problem = useTypesProblem();
  const { id, ...known } = type ?? { ...NEW, id: null };
  const form = useForm<Draft>({
    title: ({ title }) => title || t.newTitle,
    start: known,
    version: id,
    isValid: ({ title }) => tidyName(title) !== '',
    send: async (draft, knownId) => {
      const saved = await sendOnce(appointmentCommands.saveType, {
        id: knownId,
        ...draft,
        title: tidyName(draft.title),
      });
      client.ask.touch([APPOINTMENT_TYPES_KEY]);
      notices.show({ text: t.saved(tidyName(draft.title)) });
      onSaved(saved.id);
      return saved;
    },
    say: problem,
    isGone: ({ code }) => code === 'NOT_FOUND',
  });
  const { draft, isTried, change } = form;
  return (
    <EditedForm
      back={t.back}
      title={type?.title ?? t.newTitle}
      isNew={type === undefined}
      form={form}
      onClose={onClose}
    >
      <div className="two">
        <TextField
          label={t.name}
          autoComplete="off"
          autoFocus
          maxLength={MAX_TYPE_TITLE}
          fault={isTried && tidyName(draft.title) === '' ? t.nameFault : undefined}
          value={draft.title}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <ColourField
          label={t.colour}
          none={t.noColour}
          other={t.otherColour}
          value={draft.colour}
          onChange={(colour) => change({ colour })}
        />
        <SelectField
          label={t.access}
          value={draft.access}
          options={ACCESSES.map((access) => [access, e.accesses[access]] as const)}
          onChange={(access) => change({ access })}
        />
        <SelectField
          label={t.timeType}
          value={draft.timeType}
          options={TIME_MODES.map((mode) => [mode, e.modes[mode]] as const)}
          onChange={(timeType) => change({ timeType })}
        />
      </div>
      <div className="field">
        <span className="label">{t.alert}</span>
        <AlertField label={t.alert} value={draft.alert} onChange={(alert) => change({ alert })} />
      </div>
      <TextField
        label={t.defaultTitle}
        hint={t.defaultTitleHint}
        autoComplete="off"
        maxLength={MAX_APPOINTMENT_TITLE}
        value={draft.defaultTitle}
        onChange={({ currentTarget }) => change({ defaultTitle: currentTarget.value })}
      />
      <Participants userIds={draft.participants} onChange={(participants) => change({ participants })} />
      <div className="field">
        <span className="label">{t.description}</span>
        <TextPart
          html={draft.description}
          people={[]}
          readOnly={false}
          onChange={(description) => change({ description })}
          onKey={() => false}
        />
      </div>
      <Check
        label={t.forbiddenRepetition}
        checked={draft.forbiddenRepetition}
        onChange={({ currentTarget }) => change({ forbiddenRepetition: currentTarget.checked })}
      />
      <Check
        label={t.recordButton}
        hint={t.recordButtonHint}
        checked={draft.recordButton}
        onChange={({ currentTarget }) => change({ recordButton: currentTarget.checked })}
      />
    </EditedForm>
  );
}

/** People who take part in appointments of a type; a group that is chosen is its people. */
function Participants({ userIds, onChange }: { userIds: readonly number[]; onChange: (userIds: number[]) => void }) {
  const t = useTexts(typesTexts);
  const { users, nameOf, pictureOf } = useColleagues();
  const chosen = userIds.map((userId): Chosen => ({
    kind: 'user',
    userId,
    displayName: nameOf(userId) || t.unknown,
    userAvatar: pictureOf(userId),
  }));
  const idsOf = (one: Chosen): readonly number[] =>
    one.kind === 'user' ? [one.userId] : one.kind === 'group' ? one.userIds : [];
  return (
    <PeopleField
      available={availableOf(users, undefined)}
      chosen={chosen}
      has={() => false}
      fault={undefined}
      words={{ people: t.participants, peopleHint: t.participantsHint, nobody: t.nobody }}
      autoFocus={false}
      onChange={(next) => onChange([...new Set(next.flatMap(idsOf))])}
    />
  );
}
