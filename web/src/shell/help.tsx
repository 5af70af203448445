import { Fragment } from 'react';
import { useLanguage } from './context.tsx';
import { useMenu } from './drawer.tsx';
import { KEY_LINES, LAST_LINES, type KeyLine } from './lazy/key-table.ts';

/** All keys, as a list. */
export function KeyList() {
  const language = useLanguage();
  const places = useMenu().map(({ keys, label }): KeyLine => ({
    shown: keys.toUpperCase(),
    label: { de: `Gehe zu: ${label.de}`, en: `Go to: ${label.en}` },
  }));
  return (
    <div className="keys-list">
      {[...KEY_LINES, ...places, ...LAST_LINES].map(({ shown, label }) => (
        <Fragment key={shown}>
          <span>
            {shown.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
          <span>{label[language]}</span>
        </Fragment>
      ))}
    </div>
  );
}
