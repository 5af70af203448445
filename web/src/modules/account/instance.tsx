import { administrationCommands, administrationQueries } from '@kontor/contract/account';
import type { ResultOf } from '@kontor/contract/kernel';
import { useMemo } from 'react';
import { useAsk } from '../../client/react.tsx';
import { useLanguage, useShell, useTexts } from '../../shell/index.ts';
import { useForm } from '../../shell/forms/use-form.ts';
import { Answer } from '../../shell/failures/answer.tsx';
import { FieldMore, SelectField, TextField } from '../../ui/fields.tsx';
import { FaultNote } from '../../ui/fault-note.tsx';
import { Button, Callout } from '../../ui/parts.tsx';
import { instanceTexts } from './instance-texts.ts';
import { Section } from '../../ui/section.tsx';
import { useSendOnce } from '../../shell/forms/use-send-once.ts';
import { countryChoices } from '../../shell/numbers/country-choices.ts';
import { useProblem } from './use-problem.ts';

type InstanceSettings = ResultOf<typeof administrationQueries.instanceSettings>;
type Field = 'title' | 'dataProtectionUrl' | 'imprintUrl';

type Draft = Readonly<Record<Field | 'phoneCountry', string>> & { readonly mailNumbers: boolean };

const isSame = (one: Draft, other: Draft): boolean =>
  one.mailNumbers === other.mailNumbers &&
  (['title', 'dataProtectionUrl', 'imprintUrl', 'phoneCountry'] as const).every(
    (name) => one[name].trim() === other[name].trim(),
  );

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);

/** What the instance is called and what its sign-in links to, for administrators. */
export function InstancePage() {
  const t = useTexts(instanceTexts);
  const answer = useAsk(administrationQueries.instanceSettings, {});
  return (
    <Answer answer={answer} rows={3}>
      {(settings) => (
        <>
          <Section intro={t.intro}>
            <Form settings={settings} onSaved={answer.retry} />
          </Section>
          <Section title={t.mail}>
            <Callout
              tone={settings.canMail ? 'good' : 'plain'}
              icon={settings.canMail ? 'check-circle' : 'envelope-simple'}
            >
              {settings.canMail ? t.canMail : t.cannotMail}
            </Callout>
          </Section>
        </>
      )}
    </Answer>
  );
}

function Form({ settings, onSaved }: { settings: InstanceSettings; onSaved: () => void }) {
  const t = useTexts(instanceTexts);
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const { notices } = useShell();
  const known = {
    title: settings.title,
    dataProtectionUrl: settings.dataProtectionUrl ?? '',
    imprintUrl: settings.imprintUrl ?? '',
    phoneCountry: settings.phoneCountry,
    mailNumbers: settings.mailNumbers,
  };
  const language = useLanguage();
  const countries = useMemo(
    () => countryChoices(settings.phoneCountries, language),
    [settings.phoneCountries, language],
  );
  const faultOf = (draft: Draft, field: Field): string | undefined => {
    const text = draft[field].trim();
    if (field === 'title') return text === '' ? t.missing : undefined;
    return text === '' || isWebAddress(text) ? undefined : t.badUrl;
  };
  const { ref, draft, fault, isTried, isBusy, change, submit } = useForm<Draft>({
    title: settings.title,
    start: known,
    // What was asked for anew, or changed by another administrator, stands there unless something is being written.
    stored: known,
    isChanged: (one, other) => !isSame(one, other),
    isValid: (draft) =>
      (['title', 'dataProtectionUrl', 'imprintUrl'] as const).every((name) => faultOf(draft, name) === undefined),
    send: async (draft) => {
      await sendOnce(administrationCommands.saveInstanceSettings, {
        title: draft.title.trim(),
        dataProtectionUrl: draft.dataProtectionUrl.trim() || null,
        imprintUrl: draft.imprintUrl.trim() || null,
        phoneCountry: draft.phoneCountry,
        mailNumbers: draft.mailNumbers,
      });
      notices.show({ text: t.saved });
      onSaved();
    },
    say: problem,
  });
  const field = (name: Field, label: string, hint: string) => (
    <TextField
      name={name}
      label={label}
      hint={hint}
      type={name === 'title' ? 'text' : 'url'}
      autoComplete="off"
      placeholder={name === 'title' ? undefined : 'https://'}
      fault={isTried ? faultOf(draft, name) : undefined}
      value={draft[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form ref={ref} className="form" onSubmit={(event) => submit(event)} noValidate>
      {field('title', t.name, t.nameHint)}
      {field('dataProtectionUrl', t.dataProtection, t.linkHint)}
      {field('imprintUrl', t.imprint, t.linkHint)}
      <SelectField
        label={t.phoneCountry}
        hint={t.phoneCountryHint}
        value={draft.phoneCountry}
        options={countries}
        onChange={(phoneCountry) => change({ phoneCountry })}
      />
      <div className="field">
        <label className="check">
          <input
            type="checkbox"
            aria-describedby="mail-numbers-more"
            checked={draft.mailNumbers}
            onChange={({ currentTarget }) => change({ mailNumbers: currentTarget.checked })}
          />
          <span>{t.mailNumbers}</span>
        </label>
        <FieldMore id="mail-numbers-more" hint={t.mailNumbersHint} fault={undefined} />
      </div>
      <FaultNote text={fault?.text} />
      <footer>
        <Button kind="primary" type="submit" aria-disabled={isBusy}>
          {t.save}
        </Button>
      </footer>
    </form>
  );
}
