import type { ImportSetup, importQueries } from '@kontor/contract/record';
import type { ResultOf } from '@kontor/contract/kernel';
import { useTexts } from '../../../shell/index.ts';
import type { Target } from './fields.ts';
import { texts, type ImportTexts } from './texts.ts';

type Preview = ResultOf<typeof importQueries.importPreview>;
type Column = Preview['columns'][number];

/** What a column is called: as the file does, or as cards do, or by its place. */
function columnName(t: ImportTexts, { column, name }: Column, index: number): string {
  const cards = t.cards as Readonly<Record<string, string>>;
  if (/^[xp]:/.test(column)) return column.slice(2);
  return cards[column] ?? (name === '' ? t.column(index + 1) : name);
}

/** Each column of the file with what stands in it, and the field that it goes into. */
export function Columns({
  columns,
  guessed,
  chosen,
  targets,
  kindName,
  onChange,
}: {
  columns: readonly Column[];
  guessed: ImportSetup['targets'];
  chosen: ImportSetup['targets'];
  targets: readonly Target[];
  kindName: string;
  onChange: (targets: ImportSetup['targets']) => void;
}) {
  const t = useTexts(texts);
  const put = (column: string, target: string): void => {
    const rest = Object.entries(chosen).filter(([other]) => other !== column);
    onChange(Object.fromEntries(target === '' ? rest : [...rest, [column, target]]));
  };
  return (
    <ul className="import-columns">
      {columns.map((one, index) => {
        const name = columnName(t, one, index);
        const target = chosen[one.column] ?? '';
        return (
          <li key={one.column} data-used={target !== ''}>
            <div>
              <strong>{name}</strong>
              <span className="quiet small import-samples">{one.samples.join(' · ')}</span>
            </div>
            <div className="import-into">
              <select
                className="input"
                aria-label={t.into(name)}
                value={target}
                onChange={({ currentTarget }) => put(one.column, currentTarget.value)}
              >
                <option value="">{t.nowhere}</option>
                {[false, true].map((isPerson) => {
                  const own = targets.filter((it) => it.isPerson === isPerson);
                  return own.length === 0 ? null : (
                    <optgroup key={String(isPerson)} label={isPerson ? t.person : kindName}>
                      {own.map(({ target: key, field }) => (
                        <option key={key} value={key}>
                          {isPerson ? `${t.person}: ${field.label}` : field.label}
                        </option>
                      ))}
                    </optgroup>
                  );
                })}
              </select>
              {target !== '' && guessed[one.column] === target ? (
                <span className="import-mark">{t.guessed}</span>
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The first rows as they stand in the file. */
export function PreviewRows({ preview: { columns, rows, isMore } }: { preview: Preview }) {
  const t = useTexts(texts);
  return (
    <details className="import-preview">
      <summary>{t.preview}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too */}
      <div role="region" aria-label={t.preview} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((one, index) => (
                <th key={one.column} scope="col">
                  {columnName(t, one, index)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have nothing else, and never change their places
              <tr key={row}>
                {columns.map(({ column }, index) => (
                  <td key={column}>{cells[index]}</td>
                ))}
              </tr>
            ))}
            {isMore ? (
              <tr>
                <td colSpan={columns.length}>…</td>
              </tr>
            ) : null}
          </tbody>
        </table>
      </div>
    </details>
  );
}
