import type { MergePreview } from '@kontor/contract/record';
import { useTexts } from '../../../shell/index.ts';
import { dialogTexts } from '../dialog-texts.ts';
import { mergingTexts } from './texts.ts';

/** The contact persons that the one record will have, each once, with where they come from. */
export function MergePersons({ preview: { contactPersons, records } }: { preview: MergePreview }) {
  const t = useTexts(mergingTexts);
  const d = useTexts(dialogTexts);
  if (contactPersons.length === 0) return null;
  const nameOf = new Map(records.map(({ idoId, displayName }) => [idoId, displayName]));
  return (
    <section className="merge-part">
      <h3>{t.persons(contactPersons.length)}</h3>
      <ul className="merge-persons">
        {contactPersons.map(({ name, idoIds }, at) => (
          <li key={`${at} ${name}`}>
            <strong>{name || d.unnamedPerson}</strong>{' '}
            <span className="quiet">
              {t.personOf(idoIds.map((id) => nameOf.get(id) ?? '').join(', '))}
              {idoIds.length > 1 ? ` · ${t.joined}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
