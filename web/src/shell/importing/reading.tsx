import { IMPORT_DELIMITERS, IMPORT_ENCODINGS, type ImportReading } from '@kontor/contract/kernel';
import { Check, SelectField } from '../../ui/fields.tsx';
import { useTexts } from '../index.ts';
import { importTexts } from './texts.ts';

/** How the bytes of a file are read. */
export function FileReading({
  reading,
  isCsv,
  onRead,
}: {
  reading: ImportReading;
  isCsv: boolean;
  onRead: (part: Partial<ImportReading>) => void;
}) {
  const t = useTexts(importTexts);
  return (
    <section className="import-card" aria-labelledby="import-reading">
      <h3 id="import-reading">{t.reading}</h3>
      <div className="import-fields">
        <SelectField
          label={t.encoding}
          value={reading.encoding}
          options={IMPORT_ENCODINGS.map((encoding) => [encoding, encoding])}
          onChange={(encoding) => onRead({ encoding })}
        />
        {isCsv ? (
          <SelectField
            label={t.delimiter}
            value={reading.delimiter}
            options={IMPORT_DELIMITERS.map((sign) => [sign, t.delimiters[sign]])}
            onChange={(delimiter) => onRead({ delimiter })}
          />
        ) : null}
      </div>
      {isCsv ? (
        <Check
          label={t.hasHeader}
          checked={reading.hasHeader}
          onChange={({ currentTarget }) => onRead({ hasHeader: currentTarget.checked })}
        />
      ) : null}
    </section>
  );
}
