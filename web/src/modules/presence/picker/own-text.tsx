import { MAX_STATE_TEXT, type UserState } from '@kontor/contract/presence';
import { useState } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { StateSign } from './state-button.tsx';
import { texts } from './texts.ts';

/** The personal state: its text, chosen by Enter. */
export function OwnText({ state, onTake }: { state: UserState; onTake: (text: string) => void }) {
  const t = useTexts(texts);
  const [text, setText] = useState(state.selectedState ? (state.text ?? '') : '');
  return (
    <form
      className="picker-own"
      onSubmit={(event) => {
        event.preventDefault();
        onTake(text);
      }}
    >
      <StateSign state={state} />
      <input
        className="input"
        aria-label={t.own}
        placeholder={t.own}
        title={t.ownHint}
        aria-keyshortcuts="0"
        autoComplete="off"
        maxLength={MAX_STATE_TEXT}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() === '' ? <kbd aria-hidden="true">0</kbd> : <Button type="submit">{t.take}</Button>}
    </form>
  );
}
