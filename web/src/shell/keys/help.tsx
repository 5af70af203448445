import { Fragment, useState } from 'react';
import { TextField } from '../../ui/fields.tsx';
import { useLanguage, useTexts } from '../context.tsx';
import { useKeyLines } from './key-lines.ts';
import { KEY_AREAS } from './key-table.ts';
import { keySheetTexts } from './key-texts.ts';
import { scoreOf } from '../palette/score.ts';

/** All keys that do something, by where they work; those alone that fit what was typed. `isSought`: it is begun with. */
export function KeyList({ isSought = false }: { isSought?: boolean }) {
  const t = useTexts(keySheetTexts);
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const lines = useKeyLines().filter(
    ({ name, label }) => name !== '' && (typed.trim() === '' || scoreOf(typed, [label.de, label.en, name]) > 0),
  );
  return (
    <div className="keys-sheet">
      <TextField
        label={t.search}
        type="search"
        autoFocus={isSought}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {lines.length === 0 ? <p className="quiet">{t.nothing}</p> : null}
      {KEY_AREAS.map((area) => {
        const own = lines.filter((line) => line.area === area);
        return own.length === 0 ? null : (
          <section key={area} aria-labelledby={`keys-${area}`}>
            <h3 id={`keys-${area}`}>{t.areas[area]}</h3>
            <div className="keys-list">
              {own.map(({ name, label }) => (
                <Fragment key={label.en}>
                  <span>
                    {name.split(' ').map((key, index) => (
                      <kbd key={index}>{key}</kbd>
                    ))}
                  </span>
                  <span>{label[language]}</span>
                </Fragment>
              ))}
            </div>
          </section>
        );
      })}
    </div>
  );
}
