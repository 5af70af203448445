import './editor/editor.css';
import { useTexts } from '../../shell/index.ts';
import { SelectField } from '../../ui/fields.tsx';
import { colourTexts } from './colour-texts.ts';
import { COLOURS } from './colours.ts';
import { TypeDot } from './type-dot.tsx';

/** One of the colours, by its name. What another program has set stays, until one of them is chosen. */
export function ColourField({
  label,
  none,
  other,
  value,
  onChange,
}: {
  label: string;
  /** What it is called to have none. */
  none: string;
  /** What one is called that has no name here. */
  other: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const t = useTexts(colourTexts);
  const isOther = value !== '' && !COLOURS.some(([, colour]) => colour === value);
  return (
    <div className="appointment-colour">
      <SelectField
        label={label}
        value={value}
        options={[
          ['', none],
          ...COLOURS.map(([name, colour]) => [colour, t.names[name]] as const),
          ...(isOther ? [[value, other] as const] : []),
        ]}
        onChange={onChange}
      />
      <TypeDot colour={value} />
    </div>
  );
}
