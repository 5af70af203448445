import './editor.css';
import { ALERT_UNITS, type Alert } from '@kontor/contract/appointment';
import { useState } from 'react';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { editorTexts } from './texts.ts';
import { alertWords } from './words.ts';

type AlertTime = Exclude<Alert, 'none'>;
const time = (unit: AlertTime['unit'], value: number): AlertTime => ({ unit, value });

/** Reminders that are offered by a press. */
const OFFERED: readonly Alert[] = [
  'none',
  ...[0, 5, 10, 15, 30].map((value) => time('minutes', value)),
  ...[1, 2, 4].map((value) => time('hours', value)),
  ...[1, 2, 7].map((value) => time('days', value)),
];
const OTHER = 'other';
/** What another time begins with where there is no reminder yet. */
const DEFAULT_OTHER = time('minutes', 20);
const MAX_TYPED = { minutes: 10_000, hours: 1000, days: 365 } as const;

const keyOf = (alert: Alert): string => (alert === 'none' ? alert : `${alert.value} ${alert.unit}`);

/** When somebody is called: one of the times near at hand, or any other. */
export function AlertField({
  label,
  value,
  isWrong = false,
  onChange,
}: {
  label: string;
  value: Alert;
  isWrong?: boolean;
  onChange: (value: Alert) => void;
}) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const isOffered = OFFERED.some((one) => keyOf(one) === keyOf(value));
  const [isOther, setOther] = useState(!isOffered);
  const shown = isOther || !isOffered;
  const other = value === 'none' ? DEFAULT_OTHER : value;
  return (
    <span className="appointment-alert">
      <select
        className="input"
        aria-label={label}
        aria-invalid={isWrong}
        value={shown ? OTHER : keyOf(value)}
        onChange={({ currentTarget }) => {
          setOther(currentTarget.value === OTHER);
          onChange(OFFERED.find((one) => keyOf(one) === currentTarget.value) ?? other);
        }}
      >
        {OFFERED.map((alert) => (
          <option key={keyOf(alert)} value={keyOf(alert)}>
            {alertWords(alert, language)}
          </option>
        ))}
        <option value={OTHER}>{t.otherAlert}</option>
      </select>
      {shown ? (
        <>
          <input
            className="input"
            type="number"
            inputMode="numeric"
            min={0}
            max={MAX_TYPED[other.unit]}
            aria-label={t.alertValue}
            value={other.value}
            onChange={({ currentTarget: { value: typed } }) => {
              const number = Math.trunc(Number(typed));
              onChange(
                time(other.unit, Math.min(MAX_TYPED[other.unit], Math.max(0, Number.isFinite(number) ? number : 0))),
              );
            }}
          />
          <select
            className="input"
            aria-label={t.alertUnit}
            value={other.unit}
            onChange={({ currentTarget }) => {
              const unit = ALERT_UNITS.find((one) => one === currentTarget.value) ?? other.unit;
              onChange(time(unit, Math.min(MAX_TYPED[unit], other.value)));
            }}
          >
            {ALERT_UNITS.map((unit) => (
              <option key={unit} value={unit}>
                {t.units[unit]}
              </option>
            ))}
          </select>
        </>
      ) : null}
    </span>
  );
}
