import { useFormats, useTexts } from '../../../shell/index.ts';
import { Segments, TextField } from '../../../ui/fields.tsx';
import { LASTINGS, type Lasting } from '../until.ts';
import { texts } from './texts.ts';

/** Until when a state is chosen: near at hand, until further notice, or a time of one's own that is typed. */
export function UntilRow({
  lasting,
  typed,
  fault,
  meant,
  onLasting,
  onTyped,
}: {
  lasting: Lasting;
  typed: string;
  fault: string | undefined;
  /** What was typed, as it is understood. */
  meant: Temporal.ZonedDateTime | undefined;
  onLasting: (lasting: Lasting) => void;
  onTyped: (typed: string) => void;
}) {
  const t = useTexts(texts);
  const formats = useFormats();
  return (
    <div className="picker-until">
      <Segments
        label={t.until}
        value={lasting}
        options={LASTINGS.map((one) => [one, t.lastings[one]] as const)}
        onChange={onLasting}
      />
      {lasting === 'own' ? (
        <TextField
          label={t.typed}
          autoFocus
          autoComplete="off"
          hint={typed !== '' && meant !== undefined ? formats.full(meant.epochMilliseconds / 1000) : t.typedHint}
          fault={fault}
          value={typed}
          onChange={(event) => onTyped(event.currentTarget.value)}
        />
      ) : null}
    </div>
  );
}
