import type { RenamedChoice } from '@kontor/contract/record';
import { useTexts } from '../../../shell/index.ts';
import { SelectField } from '../../../ui/fields.tsx';
import type { DesignField } from './design.ts';
import { formTexts } from './form-texts.ts';
import { goneChoices } from './renaming.ts';

/** What becomes of choices that are stored and stand among them no more: called otherwise, or taken out. */
export function RenamedChoices({
  one,
  onRename,
}: {
  one: DesignField;
  /** `to` is '' where it is taken out. */
  onRename: (change: RenamedChoice) => void;
}) {
  const t = useTexts(formTexts);
  const gone = goneChoices(one);
  const choices = 'choices' in one.field ? one.field.choices : [];
  if (gone.length === 0) return null;
  return (
    <fieldset className="kind-checks">
      <legend>{t.goneChoices}</legend>
      {gone.map(({ from, to }) => (
        <SelectField
          key={from}
          label={t.becomes(from)}
          value={to}
          options={[['', t.takenOut], ...[...new Set(choices)].map((choice) => [choice, choice] as const)]}
          onChange={(next) => onRename({ from, to: next })}
        />
      ))}
      <p className="quiet small">{t.goneChoicesHint}</p>
    </fieldset>
  );
}
