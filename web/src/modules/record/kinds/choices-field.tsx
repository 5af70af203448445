import { useId, useState } from 'react';

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Choices, one on each line. What is being written stays as it is written. */
export function ChoicesField({
  label,
  hint,
  fault,
  choices,
  onChange,
}: {
  label: string;
  hint: string;
  fault: string | undefined;
  choices: readonly string[];
  onChange: (choices: string[]) => void;
}) {
  const id = useId();
  const [text, setText] = useState(choices.join('\n'));
  const isMine = linesOf(text).join('\n') === choices.join('\n');
  if (!isMine) setText(choices.join('\n'));
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        rows={4}
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-more`}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          onChange([...linesOf(currentTarget.value)]);
        }}
      />
      <span id={`${id}-more`} className={fault === undefined ? 'hint' : 'fault'}>
        {fault ?? hint}
      </span>
    </div>
  );
}
