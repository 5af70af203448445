import type { ComponentProps } from 'react';
import { numbersIn } from '../../../shell/numbers/dial-of.ts';
import { PhoneNumber } from '../../../shell/numbers/phone-number.tsx';
import { Icon } from '../../../ui/parts.tsx';

/** The most numbers of a text that stand beneath it. */
const MAX_NUMBERS = 6;

/** Phone numbers of a text that is written in its place, where none of them could be pressed. */
function NumbersIn({ text }: { text: string }) {
  const numbers = [...new Map(numbersIn(text).map((one) => [one.dial, one.text]))].slice(0, MAX_NUMBERS);
  if (numbers.length === 0) return null;
  return (
    <ul className="record-numbers">
      {numbers.map(([dial, written]) => (
        <li key={dial}>
          <Icon name="phone" small /> <PhoneNumber number={written} />
        </li>
      ))}
    </ul>
  );
}

/** A field for a text of several lines, with the phone numbers of the text beneath it. */
export const TextArea = (props: ComponentProps<'textarea'> & { readonly value: string }) => (
  <div className="record-text">
    <textarea {...props} rows={4} />
    <NumbersIn text={props.value} />
  </div>
);
