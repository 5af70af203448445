import { useTexts } from '../../../../shell/index.ts';
import { DateField } from '../../../../shell/dates/date-field.tsx';
import { Check } from '../../../../ui/fields.tsx';
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
        <DateField
          kind="day"
          label={t.firstDay}
          value={firstDay}
          required
          autoFocus
          onChange={(value) => onChange(withFirstDay(span, value))}
        />
        {isWholeDays ? null : (
          <DateField
            kind="time"
            label={t.firstTime}
            value={firstTime}
            required
            onChange={(value) => onChange({ ...span, firstTime: value })}
          />
        )}
        <DateField
          kind="day"
          label={t.lastDay}
          value={lastDay}
          min={firstDay}
          required
          fault={fault}
          onChange={(value) => onChange({ ...span, lastDay: value })}
        />
        {isWholeDays ? null : (
          <DateField
            kind="time"
            label={t.lastTime}
            value={lastTime}
            required
            onChange={(value) => onChange({ ...span, lastTime: value })}
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
