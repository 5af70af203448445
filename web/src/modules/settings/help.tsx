import { KeyList } from '../../shell/keys/help.tsx';
import { useTexts } from '../../shell/index.ts';
import { texts } from './texts.ts';

/** How things are done, what the search understands, and all keys. */
export function Help() {
  const t = useTexts(texts);
  return (
    <>
      <section className="settings-section">
        <h2>{t.howTo}</h2>
        <dl className="setting-help">
          {t.howTos.map(([what, how]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{how}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="settings-section">
        <h2>{t.operators}</h2>
        <dl className="setting-help">
          {t.operatorRows.map(([word, meaning]) => (
            <div key={word}>
              <dt>
                <code>{word}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p className="quiet">{t.operatorsHint}</p>
      </section>
      <section className="settings-section">
        <h2>{t.keys}</h2>
        <KeyList />
      </section>
    </>
  );
}
