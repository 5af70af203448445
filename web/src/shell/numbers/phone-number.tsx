import './phone-number.css';
import { Fragment, use } from 'react';
import { useValue } from '../../client/react.tsx';
import { Icon, IconButton } from '../../ui/parts.tsx';
import { useTexts } from '../context.tsx';
import { dialOf, numbersIn } from './dial-of.ts';
import { numberTexts } from './number-texts.ts';
import { NumbersOf } from './numbers-of.ts';
import { phoneParts, type AboutNumber } from './phone-parts.ts';

/**
 * A phone number wherever it stands: it offers what can be done with it. Without the module for that it is a link that the device
 * understands, and what cannot be dialled is text. `plain`: only the sign of a telephone, called by the number.
 */
export function PhoneNumber({ plain = false, ...given }: AboutNumber & { plain?: boolean }) {
  const about = { ...use(NumbersOf), ...given };
  const t = useTexts(numberTexts);
  const parts = useValue(phoneParts);
  const text = about.number.trim();
  const dial = dialOf(text);
  if (dial === '') return plain ? null : text;
  const name = plain ? t.call(text) : t.number(text);
  if (parts === undefined)
    return (
      <a className={plain ? 'icon-button' : 'phone-number'} href={`tel:${dial}`} aria-label={name} title={name}>
        {plain ? <Icon name="phone" /> : text}
      </a>
    );
  const offer = (element: HTMLElement): void => parts.offer(about, element.getBoundingClientRect());
  return plain ? (
    <IconButton icon="phone" label={name} aria-haspopup="menu" onClick={({ currentTarget }) => offer(currentTarget)} />
  ) : (
    <button
      type="button"
      className="phone-number"
      aria-haspopup="menu"
      aria-label={name}
      onClick={(event) => {
        // It may stand in a row that opens by a click.
        event.stopPropagation();
        offer(event.currentTarget);
      }}
    >
      {text}
    </button>
  );
}

/** A text in which the phone numbers offer what can be done with them. */
export function TextWithNumbers({ text }: { text: string }) {
  const numbers = numbersIn(text);
  const last = numbers.at(-1);
  return (
    <>
      {numbers.map((one, index) => {
        const before = numbers[index - 1];
        return (
          <Fragment key={one.at}>
            {text.slice(before === undefined ? 0 : before.at + before.text.length, one.at)}
            <PhoneNumber number={one.text} />
          </Fragment>
        );
      })}
      {text.slice(last === undefined ? 0 : last.at + last.text.length)}
    </>
  );
}
