import {
  MAX_STATE_TEXT,
  STATE_COUNTS,
  STATE_TYPES,
  presenceCommands,
  tidyLine,
  type StateDefinition,
} from '@kontor/contract/presence';
import { useId } from 'react';
import { EditedForm } from '../../../shell/forms/edited-list.tsx';
import { useForm } from '../../../shell/forms/use-form.ts';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { Check, SelectField, TextField } from '../../../ui/fields.tsx';
import { IconChoice } from '../icon-choice.tsx';
import { StateSign } from '../picker/state-button.tsx';
import { useProblem, useSendOnce } from '../use-problem.ts';
import { texts } from './texts.ts';

type Draft = Omit<StateDefinition, 'id'>;

const NEW: Draft = {
  type: 'global',
  textDe: '',
  textEn: '',
  iconCls: 'user',
  hexCode: '#2f6f8f',
  counts: 'devices',
  isBusy: false,
};

const isWrong = (text: string): boolean => {
  const { length } = Array.from(tidyLine(text));
  return length === 0 || length > MAX_STATE_TEXT;
};

/** A new state, or one that is there. The personal one keeps its type. */
export function StateForm({
  state,
  onSaved,
  onClose,
}: {
  state: StateDefinition | undefined;
  onSaved: (id: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const { notices } = useShell();
  const { id, ...known } = state ?? { id: undefined, ...NEW };
  const form = useForm<Draft>({
    title: ({ textDe, textEn }) => (language === 'de' ? textDe : textEn) || t.newTitle,
    start: known,
    isValid: ({ textDe, textEn }) => !isWrong(textDe) && !isWrong(textEn),
    send: async (given) => {
      const saved = await sendOnce(presenceCommands.saveState, {
        ...given,
        ...(id === undefined ? {} : { stateId: id }),
        textDe: tidyLine(given.textDe),
        textEn: tidyLine(given.textEn),
      });
      notices.show({ text: t.saved(tidyLine(language === 'de' ? given.textDe : given.textEn)) });
      onSaved(saved.stateId);
    },
    say: problem,
  });
  const { draft, isTried, change } = form;
  const name = language === 'de' ? draft.textDe : draft.textEn;
  const colourId = useId();
  return (
    <EditedForm
      back={t.back}
      title={state === undefined ? t.newTitle : language === 'de' ? state.textDe : state.textEn}
      isNew={state === undefined}
      form={form}
      onClose={onClose}
    >
      <div className="two">
        {(['textDe', 'textEn'] as const).map((field, index) => (
          <TextField
            key={field}
            name={field}
            label={t[field]}
            lang={field === 'textDe' ? 'de' : 'en'}
            autoComplete="off"
            autoFocus={index === 0}
            maxLength={MAX_STATE_TEXT}
            fault={isTried && isWrong(draft[field]) ? t.textFault : undefined}
            value={draft[field]}
            onChange={(event) => change({ [field]: event.currentTarget.value })}
          />
        ))}
      </div>
      <div className="two">
        {state?.type === 'personal' ? null : (
          <SelectField
            label={t.type}
            hint={draft.type === 'personal' ? t.typeHint : undefined}
            value={draft.type}
            options={STATE_TYPES.map((type) => [type, t.types[type]] as const)}
            onChange={(type) => change({ type })}
          />
        )}
        <SelectField
          label={t.countsAs}
          value={draft.counts}
          options={STATE_COUNTS.toReversed().map((counts) => [counts, t.countsOptions[counts]] as const)}
          onChange={(counts) => change({ counts })}
        />
      </div>
      <Check
        label={t.isBusy}
        hint={t.isBusyHint}
        checked={draft.isBusy}
        onChange={(event) => change({ isBusy: event.currentTarget.checked })}
      />
      <IconChoice label={t.icon} value={draft.iconCls} onChange={(iconCls) => change({ iconCls })} />
      <div className="field">
        <label htmlFor={colourId}>{t.colour}</label>
        <span className="state-colour">
          <input
            id={colourId}
            type="color"
            value={draft.hexCode}
            onChange={(event) => change({ hexCode: event.currentTarget.value })}
          />
          <span className="state-preview" title={t.preview}>
            <StateSign state={draft} /> {name}
          </span>
        </span>
      </div>
    </EditedForm>
  );
}
