import { AUDIT_KINDS, administrationQueries, type AuditKind } from '@kontor/contract/account';
import { useAsk } from '../../../client/react.tsx';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { useTypedText } from '../../../ui/use-typed-text.ts';
import { nameOf } from '../people/rules.ts';
import { PRESETS, type AuditFilter } from './rules.ts';
import { texts } from './texts.ts';

export function Filters({ filter, onChange }: { filter: AuditFilter; onChange: (part: Partial<AuditFilter>) => void }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { data: people, failure, retry } = useAsk(administrationQueries.people, {});
  const persons = (people ?? []).map((person) => [String(person.id), nameOf(person)] as const);
  return (
    <>
      <div className="audit-filters">
        <SelectField
          label={t.days}
          value={filter.preset}
          options={PRESETS.map((preset) => [preset, t.presets[preset]] as const)}
          onChange={(preset) => onChange({ preset })}
        />
        <SelectField
          label={t.person}
          value={String(filter.userId)}
          options={[['0', t.everybody] as const, ...persons.toSorted(([, a], [, b]) => a.localeCompare(b, language))]}
          onChange={(userId) => onChange({ userId: Number(userId) })}
        />
        <SelectField
          label={t.kind}
          value={filter.kind}
          options={[
            ['', t.allKinds] as const,
            ...AUDIT_KINDS.map((kind): readonly [AuditKind, string] => [kind, t.kinds[kind]]),
          ]}
          onChange={(kind) => onChange({ kind })}
        />
        <Words value={filter.search} onChange={onChange} />
        {filter.preset === 'free' ? (
          <div className="audit-days">
            <DateField kind="day" label={t.from} value={filter.from} onChange={(value) => onChange({ from: value })} />
            <DateField kind="day" label={t.to} value={filter.to} onChange={(value) => onChange({ to: value })} />
          </div>
        ) : null}
      </div>
      {people === undefined && failure !== undefined ? (
        <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
          {t.noPeople}
        </Callout>
      ) : null}
    </>
  );
}

function Words({ value, onChange }: { value: string; onChange: (part: Partial<AuditFilter>) => void }) {
  const t = useTexts(texts);
  const { text, setText } = useTypedText(value, (search) => onChange({ search }));
  return (
    <TextField
      type="search"
      label={t.words}
      placeholder={t.wordsHint}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
