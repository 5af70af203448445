import { Button } from '../../ui/parts.tsx';
import { useLanguage, useTexts } from '../context.tsx';
import { sayLeftOut, type DayOfMonthRule } from './left-out.ts';
import { leftOutTexts } from './left-out-texts.ts';

/** Says which months or years are left out since they have no such day, and offers the last day in their place; nothing where all have one. */
export function LeftOutNote({
  rule,
  onLastDay,
}: {
  /** Undefined for a rule that names no day of a month. */
  rule: DayOfMonthRule | undefined;
  onLastDay: () => void;
}) {
  const t = useTexts(leftOutTexts);
  const language = useLanguage();
  const left = rule === undefined ? undefined : sayLeftOut(rule, t, language);
  return left === undefined ? null : (
    <p className="quiet">
      <span>{left}</span>{' '}
      <Button kind="plain" onClick={onLastDay}>
        {t.onLastDay}
      </Button>
    </p>
  );
}
