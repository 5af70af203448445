import type { ReactNode } from 'react';
import { useTexts } from '../../shell/index.ts';
import { Button, Callout, Icon } from '../../ui/parts.tsx';
import type { CoEditState } from '../co-edit.ts';
import { writingTexts } from './writing-texts.ts';

/** How what is written stands with the server, in a word that takes no more room than another. */
export function SaveState({ state }: { state: CoEditState }) {
  const t = useTexts(writingTexts);
  return (
    <span className="written-state" role="status" data-state={state} title={t.states[state]}>
      <Icon
        name={
          state === 'saved'
            ? 'check'
            : state === 'offline'
              ? 'cloud-slash'
              : state === 'refused'
                ? 'warning'
                : 'spinner'
        }
        small
      />
      <span>{t.states[state]}</span>
    </span>
  );
}

/** Says that the server would not have what is written, and why. */
export function Refused({ why, onRetry }: { why: ReactNode; onRetry: () => void }) {
  const t = useTexts(writingTexts);
  return (
    <Callout tone="fault" icon="warning" action={<Button onClick={onRetry}>{t.retry}</Button>}>
      {why ?? t.refused}
    </Callout>
  );
}
