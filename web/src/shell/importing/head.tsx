import './importing.css';
import { BackTo } from '../../ui/back-to.tsx';
import { useTexts } from '../index.ts';
import { importTexts, type ImportFrameTexts } from './texts.ts';

export type ImportStep = keyof ImportFrameTexts['steps'];

const focus = (element: HTMLElement | null): void => element?.focus();

/** What stands over an import: the file, the way back, and the step that it is at. What is read out follows the step. */
export function ImportHead({
  name,
  step,
  back,
  onBack,
}: {
  name: string;
  step: ImportStep;
  back: string;
  onBack: () => void;
}) {
  const t = useTexts(importTexts);
  return (
    <header className="import-head">
      <BackTo label={back} onBack={onBack} />
      <h2 key={step} ref={focus} tabIndex={-1}>
        {name}
      </h2>
      <ol className="import-steps">
        {(['setup', 'check', 'result'] as const).map((one) => (
          <li key={one} aria-current={one === step ? 'step' : undefined}>
            {t.steps[one]}
          </li>
        ))}
      </ol>
    </header>
  );
}
