import { useTexts } from '../../../../shell/index.ts';
import { Check, TextField } from '../../../../ui/fields.tsx';
import { texts } from './texts.ts';
import { withFirstDay, type Span } from './when.ts';

/** From when until when, by days or to the minute. `fault`: what is wrong with it. */
export function SpanFields({
  span,
  zone,
  fault,
  onChange,
}: {
  span: Span;
  zone: string;
  fault: string | undefined;
  onChange: (span: Span) => void;
}) {
  const t = useTexts(texts);
  const { isWholeDays, firstDay, firstTime, lastDay, lastTime } = span;
  return (
    <section className="absence-side" aria-label={t.time}>
      <div className="absence-days" data-timed={!isWholeDays}>
        <TextField
          type="date"
          label={t.firstDay}
          value={firstDay}
          required
          autoFocus
          onChange={({ currentTarget }) => onChange(withFirstDay(span, currentTarget.value))}
        />
        {isWholeDays ? null : (
          <TextField
            type="time"
            label={t.firstTime}
            value={firstTime}
            required
            onChange={({ currentTarget }) => onChange({ ...span, firstTime: currentTarget.value })}
          />
        )}
        <TextField
          type="date"
          label={t.lastDay}
          value={lastDay}
          min={firstDay}
          required
          fault={fault}
          onChange={({ currentTarget }) => onChange({ ...span, lastDay: currentTarget.value })}
        />
        {isWholeDays ? null : (
          <TextField
            type="time"
            label={t.lastTime}
            value={lastTime}
            required
            onChange={({ currentTarget }) => onChange({ ...span, lastTime: currentTarget.value })}
          />
        )}
      </div>
      <Check
        label={t.isWholeDays}
        hint={t.zone(zone)}
        checked={isWholeDays}
        onChange={({ currentTarget }) => onChange({ ...span, isWholeDays: currentTarget.checked })}
      />
    </section>
  );
}
