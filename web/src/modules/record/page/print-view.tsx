import { useTexts } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { ValueShown } from '../fields/value-shown.tsx';
import { fieldsOf, isEmpty, personName, valueOf, type Model } from '../fields/values.ts';
import type { ModelField } from '@kontor/contract/record';
import { MASTER_DATA, fieldsIn, isOfFields, tabsOf } from './record-tabs.ts';
import { pageTexts } from './texts.ts';

const isFilled = (field: ModelField): boolean => !isEmpty(valueOf(field));

/** A record as it comes to paper: what is filled, and nothing else of the page. */
export function PrintView({ model }: { model: Model }) {
  const t = useTexts(pageTexts);
  const own = tabsOf(model, t.tabs, t.ownTab).filter(({ key }) => isOfFields(key) && key !== MASTER_DATA);
  return (
    <>
      <p className="record-print-hint">
        <span className="quiet">{t.printHint}</span>
        <Button kind="primary" icon="printer" onClick={() => window.print()}>
          {t.printNow}
        </Button>
      </p>
      <article className="record-paper">
        <p>{model.instanceTitle}</p>
        <h2>{model.title}</h2>
        <Filled fields={fieldsIn(fieldsOf(model), MASTER_DATA)} />
        {own.map(({ key, label }) => {
          const fields = fieldsIn(fieldsOf(model), key);
          return !fields.some(isFilled) ? null : (
            <section key={key}>
              <h3>{label}</h3>
              <Filled fields={fields} />
            </section>
          );
        })}
        {model.model.contactPersons.map((person) => (
          <section key={person.contactPersonId}>
            <h3>{personName(person)}</h3>
            <Filled fields={person.fields} />
          </section>
        ))}
      </article>
    </>
  );
}

function Filled({ fields }: { fields: readonly ModelField[] }) {
  return (
    <dl>
      {fields.filter(isFilled).map((field) => (
        <div key={field.key}>
          <dt>{field.label}</dt>
          <dd>
            <ValueShown field={field} value={valueOf(field)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
