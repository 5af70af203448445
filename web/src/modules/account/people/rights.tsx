import type { Right } from '@kontor/contract/account';
import { useTexts } from '../../../shell/index.ts';
import { Check } from '../../../ui/fields.tsx';
import { RIGHT_GROUPS, type RightGroup } from './rules.ts';
import { texts } from './texts.ts';

/** The rights of a person, in groups that can be given and taken as a whole. */
export function Rights({ value, onChange }: { value: readonly Right[]; onChange: (rights: readonly Right[]) => void }) {
  const t = useTexts(texts);
  const set = (rights: readonly Right[], given: boolean): void => {
    const others = value.filter((right) => !rights.includes(right));
    onChange(given ? [...others, ...rights] : others);
  };
  return (
    <div className="rights">
      {(Object.keys(RIGHT_GROUPS) as RightGroup[]).map((group) => {
        const rights = RIGHT_GROUPS[group];
        const count = rights.filter((right) => value.includes(right)).length;
        return (
          <fieldset key={group}>
            <legend>{t.groups[group]}</legend>
            {rights.length < 3 ? null : (
              <Check
                label={t.all}
                checked={count === rights.length}
                ref={(box) => {
                  if (box) box.indeterminate = count > 0 && count < rights.length;
                }}
                onChange={(event) => set(rights, event.currentTarget.checked)}
              />
            )}
            {rights.map((right) => (
              <Check
                key={right}
                label={t.rightNames[right]}
                checked={value.includes(right)}
                onChange={(event) => set([right], event.currentTarget.checked)}
              />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
