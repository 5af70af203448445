import {
  MAX_PLACE_NAME,
  MAX_RADIUS,
  MAX_SCHEDULE,
  MIN_RADIUS,
  presenceCommands,
  tidyLine,
  type AutomaticUserState,
  type UserState,
} from '@kontor/contract/presence';
import { useId, useState } from 'react';
import type { PositionFault } from '../../../device/device.ts';
import { loadDevice } from '../../../device/index.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { EditedForm } from '../../../shell/forms/edited-list.tsx';
import { useForm } from '../../../shell/forms/use-form.ts';
import { useFormats, useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { Check, SelectField, TextField } from '../../../ui/fields.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { IconChoice } from '../icon-choice.tsx';
import { useProblem, useSendOnce } from '../use-problem.ts';
import { draftOf, faultsOf, readDegrees, sayDegrees, type LocationDraft } from './rules.ts';
import { texts } from './texts.ts';

const STEP_M = 50;

interface Props {
  readonly location: AutomaticUserState | undefined;
  /** Those that a place may have. */
  readonly states: readonly UserState[];
  readonly onSaved: (id: number) => void;
  readonly onClose: () => void;
}

/** A new place, or one that is there. */
export function LocationForm({ location, states, onSaved, onClose }: Props) {
  const t = useTexts(texts);
  const language = useLanguage();
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const { notices } = useShell();
  const isAdministrator = useValue(useClient().configuration)?.isAdministrator === true;
  const form = useForm<LocationDraft>({
    title: location?.name ?? t.newTitle,
    start: draftOf(location, states, language),
    isValid: (given) => !Object.values(faultsOf(given)).includes(true),
    send: async ({ latitude, longitude, name, ...rest }) => {
      const saved = await sendOnce(presenceCommands.savePlace, {
        ...(location === undefined ? {} : { automaticUserStateId: location.id }),
        ...rest,
        name: tidyLine(name),
        latitude: readDegrees(latitude, 90) ?? 0,
        longitude: readDegrees(longitude, 180) ?? 0,
      });
      notices.show({ text: t.saved(tidyLine(name)) });
      onSaved(saved.automaticUserStateId);
    },
    say: problem,
  });
  const { draft, isTried, change } = form;
  const wrong = faultsOf(draft);
  const faultOf = (field: keyof typeof wrong): string | undefined =>
    isTried && wrong[field] ? t.faults[field] : undefined;
  return (
    <EditedForm
      back={t.back}
      title={location === undefined ? t.newTitle : (location.name ?? t.unnamed)}
      isNew={location === undefined}
      form={form}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t.name}
        autoComplete="off"
        autoFocus
        maxLength={MAX_PLACE_NAME}
        fault={faultOf('name')}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <SelectField
        label={t.state}
        hint={t.stateHint}
        fault={faultOf('stateId')}
        value={String(draft.stateId)}
        options={states.map((state) => [String(state.id), language === 'de' ? state.textDe : state.textEn] as const)}
        onChange={(id) => change({ stateId: Number(id) })}
      />
      <PositionFields draft={draft} faultOf={faultOf} onChange={change} />
      <RadiusField value={draft.radius} onChange={(radius) => change({ radius })} />
      <TextField
        name="schedule"
        label={t.schedule}
        hint={t.scheduleHint}
        autoComplete="off"
        maxLength={MAX_SCHEDULE}
        value={draft.schedule}
        onChange={(event) => change({ schedule: event.currentTarget.value })}
      />
      <IconChoice label={t.icon} value={draft.iconCls} onChange={(iconCls) => change({ iconCls })} />
      {isAdministrator && location === undefined ? (
        <Check
          label={t.isForAll}
          hint={t.isForAllHint}
          checked={draft.isForAll}
          onChange={(event) => change({ isForAll: event.currentTarget.checked })}
        />
      ) : null}
      {location?.isOwn === false ? <Callout icon="push-pin">{t.moved}</Callout> : null}
    </EditedForm>
  );
}

/** Where a place lies: typed, or where the device is right now. */
function PositionFields({
  draft,
  faultOf,
  onChange,
}: {
  draft: LocationDraft;
  faultOf: (field: 'latitude' | 'longitude') => string | undefined;
  onChange: (part: Partial<LocationDraft>) => void;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const [isReading, setReading] = useState(false);
  const [fault, setFault] = useState<PositionFault>();
  const take = async (): Promise<void> => {
    setReading(true);
    setFault(undefined);
    try {
      const { latitude, longitude } = await (await loadDevice()).fences.position();
      onChange({ latitude: sayDegrees(latitude, language), longitude: sayDegrees(longitude, language) });
    } catch (reason) {
      setFault(reason as PositionFault);
    } finally {
      setReading(false);
    }
  };
  return (
    <fieldset className="location-position">
      <legend className="hidden-text">{t.position}</legend>
      {(['latitude', 'longitude'] as const).map((field) => (
        <TextField
          key={field}
          name={field}
          label={t[field]}
          hint={t.degrees}
          inputMode="decimal"
          autoComplete="off"
          fault={faultOf(field)}
          value={draft[field]}
          onChange={(event) => onChange({ [field]: event.currentTarget.value })}
        />
      ))}
      <Button icon="push-pin" title={t.takeHereHint} disabled={isReading} onClick={() => void take()}>
        {isReading ? t.taking : t.takeHere}
      </Button>
      <FaultNote text={fault === undefined ? undefined : t.positionFaults[fault]} />
    </fieldset>
  );
}

function RadiusField({ value, onChange }: { value: number; onChange: (radius: number) => void }) {
  const t = useTexts(texts);
  const id = useId();
  const said = t.metres(useFormats().number(value));
  return (
    <div className="field">
      <label htmlFor={id}>{t.radius}</label>
      <span className="location-radius">
        <input
          id={id}
          type="range"
          min={MIN_RADIUS}
          max={MAX_RADIUS}
          step={STEP_M}
          aria-valuetext={said}
          value={value}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        />
        <output htmlFor={id}>{said}</output>
      </span>
    </div>
  );
}
