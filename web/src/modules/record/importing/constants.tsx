import type { ImportSetup, Value } from '@kontor/contract/record';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { useTexts } from '../../../shell/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import { labelOf, type Target } from './fields.ts';
import { texts } from './texts.ts';

const MANY = ['multiplechoice', 'multiplechoiceTag', 'checkboxgroup'];
const isMany = ({ field }: Target): boolean => MANY.includes(field.kind);
const said = (value: Value): string => (typeof value === 'string' ? value : value.join(', '));

/** What stands in fields for which a row has nothing. */
export function Constants({
  targets,
  constants,
  onChange,
}: {
  targets: readonly Target[];
  constants: ImportSetup['constants'];
  onChange: (constants: ImportSetup['constants']) => void;
}) {
  const t = useTexts(texts);
  const put = (one: Target, text: string): void => {
    const words = text.split(',').map((word) => word.trim());
    onChange({ ...constants, [one.target]: isMany(one) ? words.filter(Boolean) : text });
  };
  const remove = (target: string): void =>
    onChange(Object.fromEntries(Object.entries(constants).filter(([other]) => other !== target)));
  return (
    <div className="import-constants">
      <div>
        <h4>{t.constants}</h4>
        <p className="quiet">{t.constantsHint}</p>
      </div>
      {targets
        .filter(({ target }) => Object.hasOwn(constants, target))
        .map((one) => {
          const label = labelOf(targets, t.person, one.target);
          const value = said(constants[one.target] ?? '');
          return (
            <div key={one.target} className="import-constant">
              {'choices' in one.field && !isMany(one) ? (
                <div className="field">
                  <label htmlFor={`constant-${one.target}`}>{label}</label>
                  <select
                    id={`constant-${one.target}`}
                    className="input"
                    value={value}
                    onChange={({ currentTarget }) => put(one, currentTarget.value)}
                  >
                    <option value="">–</option>
                    {one.field.choices.map((choice) => (
                      <option key={choice}>{choice}</option>
                    ))}
                  </select>
                </div>
              ) : one.field.kind === 'datefield' || one.field.kind === 'timefield' ? (
                <DateField
                  label={label}
                  {...(one.field.kind === 'datefield'
                    ? { kind: 'day' as const, pattern: one.field.format }
                    : { kind: 'time' as const, minutes: one.field.increment })}
                  keepsWrong
                  value={value}
                  onChange={(text) => put(one, text)}
                />
              ) : (
                <TextField
                  label={label}
                  {...(isMany(one) ? { defaultValue: value } : { value })}
                  onChange={({ currentTarget }) => put(one, currentTarget.value)}
                />
              )}
              <IconButton icon="x" label={t.removeConstant(label)} onClick={() => remove(one.target)} />
            </div>
          );
        })}
      <select
        className="input"
        aria-label={t.addConstant}
        value=""
        onChange={({ currentTarget }) => {
          const one = targets.find(({ target }) => target === currentTarget.value);
          if (one !== undefined) put(one, '');
        }}
      >
        <option value="">{t.addConstant}</option>
        {targets
          .filter(({ target }) => !Object.hasOwn(constants, target))
          .map(({ target }) => (
            <option key={target} value={target}>
              {labelOf(targets, t.person, target)}
            </option>
          ))}
      </select>
    </div>
  );
}
