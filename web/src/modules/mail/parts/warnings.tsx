import type { SenderWarning } from '@kontor/contract/mail';
import { useTexts } from '../../../shell/index.ts';
import { Callout } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';

/** Text of a stranger inside of a sentence of ours: its direction stays its own. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

type WarningTexts = Readonly<Record<SenderWarning['code'], (value: string, other: string) => string>>;

/** What is odd about a mail's sender, in sentences. */
export const warningSentences = (warnings: readonly SenderWarning[], words: WarningTexts): string[] =>
  warnings.map(({ code, value, other }) => words[code](isolated(value), isolated(other)));

/** Says what is odd about a mail's sender and what to do. */
export function Warnings({ warnings }: { warnings: readonly SenderWarning[] }) {
  const t = useTexts(texts);
  if (warnings.length === 0) return null;
  return (
    <Callout tone="fault" icon="warning">
      <strong>{t.warningTitle}</strong>
      <ul className="warnings">
        {warningSentences(warnings, t.warnings).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>{t.warningAdvice}</p>
    </Callout>
  );
}
