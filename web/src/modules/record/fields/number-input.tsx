import { NUMBER_FORMAT, keptNumber } from '@kontor/contract/record';
import { useState, type ComponentProps } from 'react';
import { useLanguage } from '../../../shell/index.ts';

type Language = ReturnType<typeof useLanguage>;
const pointOf = (language: Language): ',' | '.' => (language === 'de' ? ',' : '.');

/** A number that is kept, as it is read; what is none stays as it is. */
export const saidNumber = (value: string, language: Language, decimals?: number): string =>
  NUMBER_FORMAT.test(value)
    ? new Intl.NumberFormat(language, {
        useGrouping: 'min2',
        maximumFractionDigits: decimals ?? 20,
        ...(decimals === undefined ? {} : { minimumFractionDigits: decimals }),
      }).format(value as `${number}`)
    : value;

/** A field for a number, written as the person's language has it, and kept as numbers are. */
export function NumberInput({
  value,
  onWrite,
  ...rest
}: Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string;
  onWrite: (value: string) => void;
}) {
  const language = useLanguage();
  const point = pointOf(language);
  // What is being written stands as it is written.
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (NUMBER_FORMAT.test(value) ? value.replace('.', point) : value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onWrite(keptNumber(currentTarget.value, point) ?? currentTarget.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
