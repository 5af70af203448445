import { Fragment } from 'react';
import { useLanguage } from './context.tsx';
import { useKeyLines } from './lazy/key-lines.ts';

/** All keys that do something, as a list. */
export function KeyList() {
  const language = useLanguage();
  return (
    <div className="keys-list">
      {useKeyLines().map(({ name, label }) =>
        name === '' ? null : (
          <Fragment key={label.en}>
            <span>
              {name.split(' ').map((key, index) => (
                <kbd key={index}>{key}</kbd>
              ))}
            </span>
            <span>{label[language]}</span>
          </Fragment>
        ),
      )}
    </div>
  );
}
