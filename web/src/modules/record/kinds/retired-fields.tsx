import { useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import type { DesignField } from './design.ts';
import { formTexts } from './form-texts.ts';
import { kindTexts } from './kind-texts.ts';
import { iconOf, kindNameOf } from './presets.ts';

/** Fields that were taken out, with a way back. */
export function RetiredFields({
  fields,
  onBringBack,
}: {
  fields: readonly DesignField[];
  onBringBack: (one: DesignField) => void;
}) {
  const t = useTexts(kindTexts);
  const f = useTexts(formTexts);
  if (fields.length === 0) return null;
  return (
    <details className="kind-retired">
      <summary>{t.retired(fields.length)}</summary>
      <p className="quiet small">{t.retiredHint}</p>
      <ul className="framed-list">
        {fields.map((one) => (
          <li key={one.id}>
            <Icon name={iconOf(one.field)} />
            <span className="framed-name">
              {one.field.label} <small className="quiet">{kindNameOf(one.field, f)}</small>
            </span>
            <Button icon="arrow-u-up-left" aria-label={t.bringBackOf(one.field.label)} onClick={() => onBringBack(one)}>
              {t.bringBack}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
