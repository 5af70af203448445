import { Fragment } from 'react';
import { useLanguage, useTexts } from './context.tsx';
import { useMenu } from './drawer.tsx';
import { texts } from './texts.ts';

/** All keys, as a list. */
export function KeyList() {
  const t = useTexts(texts);
  const language = useLanguage();
  const rows: readonly (readonly [string, string])[] = [
    ['J K', t.keyMove],
    ['Enter', t.keyOpen],
    ['Esc', t.keyClose],
    ['X', t.keySelect],
    ['Shift J', t.keyRange],
    ['E', t.keyDone],
    ['U', t.keyNew],
    ['I', t.keyProcess],
    ['A', t.keyArchive],
    ['#', t.keyDelete],
    ['Z', t.keyUndo],
    ['/', t.keySearch],
    ...useMenu().map((entry) => [entry.keys.toUpperCase(), t.keyGo(entry.label[language])] as const),
    ['?', t.keyHelp],
  ];
  return (
    <div className="keys-list">
      {rows.map(([keys, what]) => (
        <Fragment key={keys}>
          <span>
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
          <span>{what}</span>
        </Fragment>
      ))}
    </div>
  );
}
