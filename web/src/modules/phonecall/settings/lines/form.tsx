import { administrationQueries } from '@kontor/contract/account';
import {
  LINE_KINDS,
  isConnected,
  isHistoryKind,
  phonecallCommands,
  type CallList,
  type Line,
} from '@kontor/contract/phonecall';
import { useMemo } from 'react';
import { useAsk } from '../../../../client/react.tsx';
import { useLanguage, useShell, useTexts } from '../../../../shell/index.ts';
import { EditedForm } from '../../../../shell/forms/edited-list.tsx';
import { useForm } from '../../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../../shell/forms/use-send-once.ts';
import { countryChoices } from '../../../../shell/numbers/country-choices.ts';
import { zoneChoices } from '../../../../shell/zone.ts';
import { Check, PasswordField, SelectField, TextField } from '../../../../ui/fields.tsx';
import { useProblem } from '../../use-problem.ts';
import { beginLine, hostOf, isPort, isValidLine, lineParams, portOf, type LineDraft, type Person } from './draft.ts';
import { HistoryField } from './history.tsx';
import { TerminalsField } from './terminals.tsx';
import { lineTexts } from './texts.ts';

interface Props {
  readonly line: Line | undefined;
  readonly lists: readonly CallList[];
  readonly people: readonly Person[];
  /** `address`: that of a new one, said once. */
  readonly onSaved: (saved: { readonly lineId: number; readonly address: string }) => void;
  readonly onClose: () => void;
}

/** A new telephone system, or one that is there. */
export function LineForm({ line, lists, people, onSaved, onClose }: Props) {
  const t = useTexts(lineTexts);
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const form = useForm<LineDraft, never, { lineId: number; address: string }>({
    title: line?.title ?? t.newTitle,
    start: beginLine(line, lists[0]?.listId ?? 0),
    isValid: isValidLine,
    send: async (draft) => {
      const saved = await sendOnce(phonecallCommands.saveLine, lineParams(draft, line?.lineId ?? null));
      notices.show({ text: t.saved(draft.title.trim()) });
      onSaved(saved);
      return saved;
    },
    say: useProblem(),
  });
  const { draft, isTried, fault, change } = form;
  const isZoneUnknown = fault?.code === 'PHONE_ZONE_UNKNOWN';
  return (
    <EditedForm
      back={t.back}
      title={line?.title ?? t.newTitle}
      isNew={line === undefined}
      form={form}
      isSaidAbove={isZoneUnknown}
      onClose={onClose}
    >
      <div className="two">
        {line === undefined ? (
          <SelectField
            label={t.kind}
            value={draft.kind}
            options={LINE_KINDS.map((kind) => [kind, t.kinds[kind]] as const)}
            onChange={(kind) => change({ kind })}
          />
        ) : null}
        <TextField
          label={t.title}
          maxLength={100}
          autoComplete="off"
          autoFocus
          fault={isTried && draft.title.trim() === '' ? t.required : undefined}
          value={draft.title}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <SelectField
          label={t.list}
          fault={lists.length === 0 ? t.noList : undefined}
          value={String(draft.listId)}
          options={lists.map(({ listId, name }) => [String(listId), name] as const)}
          onChange={(id) => change({ listId: Number(id) })}
        />
      </div>
      <Reaching {...{ draft, change, isTried }} hasSecret={line?.hasSecret === true} />
      {isHistoryKind(draft.kind) ? (
        <HistoryField {...{ draft, change, isTried }} kind={draft.kind} isStored={draft.hasHistorySecret} />
      ) : null}
      <CountryAndZone {...{ draft, change }} zoneFault={isZoneUnknown ? fault.text : undefined} />
      <Check
        label={t.isOn}
        checked={draft.isOn}
        onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
      />
      <TerminalsField
        terminals={draft.terminals}
        {...{ lists, people, isTried }}
        onChange={(terminals) => change({ terminals })}
      />
    </EditedForm>
  );
}

/** What numbers and times count as that come without a country or a zone. */
function CountryAndZone({
  draft: { country, zone },
  change,
  zoneFault,
}: {
  draft: LineDraft;
  change: (part: Partial<LineDraft>) => void;
  zoneFault: string | undefined;
}) {
  const t = useTexts(lineTexts);
  const language = useLanguage();
  const known = useAsk(administrationQueries.instanceSettings, {}).data?.phoneCountries;
  const countries = useMemo(
    () => countryChoices([...new Set([...(known ?? []), ...(country === '' ? [] : [country])])], language),
    [known, country, language],
  );
  return (
    <div className="two">
      <SelectField
        label={t.country}
        hint={t.countryHint}
        value={country}
        options={[['', t.countryOfInstance], ...countries]}
        onChange={(next) => change({ country: next })}
      />
      <SelectField
        label={t.zone}
        hint={t.zoneHint}
        fault={zoneFault}
        value={zone}
        options={useMemo(() => zoneChoices(zone), [zone])}
        onChange={(next) => change({ zone: next })}
      />
    </div>
  );
}

/** How events come from it: an address to connect to, a key of signatures, or names of fields. */
function Reaching({
  draft,
  change,
  isTried,
  hasSecret,
}: {
  draft: LineDraft;
  change: (part: Partial<LineDraft>) => void;
  isTried: boolean;
  hasSecret: boolean;
}) {
  const t = useTexts(lineTexts);
  const isDialled = isConnected(draft.kind);
  const isSigned = ['sipgate', 'placetel', 'yeastar'].includes(draft.kind);
  return (
    <>
      {isDialled ? (
        <div className="two">
          <TextField
            label={t.host}
            maxLength={255}
            autoComplete="off"
            placeholder={hostOf({ ...draft, host: '' })}
            fault={isTried && hostOf(draft) === '' ? t.required : undefined}
            value={draft.host}
            onChange={({ currentTarget }) => change({ host: currentTarget.value })}
          />
          <TextField
            label={t.port}
            inputMode="numeric"
            maxLength={5}
            autoComplete="off"
            placeholder={portOf({ ...draft, port: '' })}
            fault={isTried && !isPort(portOf(draft)) ? t.portWrong : undefined}
            value={draft.port}
            onChange={({ currentTarget }) => change({ port: currentTarget.value })}
          />
          <TextField
            label={t.user}
            maxLength={100}
            autoComplete="off"
            value={draft.user}
            onChange={({ currentTarget }) => change({ user: currentTarget.value })}
          />
        </div>
      ) : null}
      {isDialled || isSigned ? (
        <>
          <PasswordField
            label={isDialled ? t.password : t.secret}
            hint={hasSecret ? t.secretStored : undefined}
            showLabel={t.show}
            maxLength={5000}
            autoComplete="new-password"
            value={draft.secret}
            onChange={({ currentTarget }) => change({ secret: currentTarget.value })}
          />
          {hasSecret ? (
            <Check
              label={t.forgetSecret}
              checked={draft.forgetsSecret}
              onChange={({ currentTarget }) => change({ forgetsSecret: currentTarget.checked })}
            />
          ) : null}
        </>
      ) : null}
      {draft.kind === 'template' ? (
        <fieldset className="field-group">
          <legend>{t.mapping}</legend>
          <p className="hint">{t.mappingHint}</p>
          <div className="two">
            {(Object.keys(t.mappings) as (keyof LineDraft['mapping'])[]).map((key) => (
              <TextField
                key={key}
                label={t.mappings[key]}
                maxLength={60}
                autoComplete="off"
                value={draft.mapping[key]}
                onChange={({ currentTarget }) => change({ mapping: { ...draft.mapping, [key]: currentTarget.value } })}
              />
            ))}
          </div>
        </fieldset>
      ) : null}
    </>
  );
}
