import { useTexts } from '../index.ts';
import { importTexts, type ImportFrameTexts } from './texts.ts';

/** A column of a file. */
interface FileColumn {
  readonly column: string;
  /** As the file calls it; empty where it does not. */
  readonly name: string;
  readonly samples: readonly string[];
}

/** Fields that columns may go into, under the name of what they are of. */
export interface TargetGroup<T extends string = string> {
  readonly label: string;
  readonly targets: readonly { readonly target: T; readonly label: string }[];
}

/** The beginning of a file. */
interface FileBeginning {
  readonly columns: readonly FileColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly isMore: boolean;
}

type Targets = Readonly<Record<string, string>>;

/** What a column is called: as the file does, or as cards do, or by its place. */
function columnName(t: ImportFrameTexts, { column, name }: FileColumn, index: number): string {
  const cards = t.cards as Readonly<Record<string, string>>;
  if (/^[xp]:/.test(column)) return column.slice(2);
  return cards[column] ?? (name === '' ? t.column(index + 1) : name);
}

/** Each column of the file with what stands in it, and the field that it goes into; and the first rows. */
export function Columns<T extends string>({
  guessed,
  chosen,
  groups,
  preview,
  onChange,
}: {
  guessed: Targets;
  chosen: Readonly<Record<string, T>>;
  groups: readonly TargetGroup<T>[];
  preview: FileBeginning;
  onChange: (targets: Record<string, T>) => void;
}) {
  const t = useTexts(importTexts);
  const all = groups.flatMap(({ targets }) => targets.map(({ target }) => target));
  const put = (column: string, target: T | undefined): void => {
    const rest = Object.entries(chosen).filter(([other]) => other !== column);
    onChange(Object.fromEntries(target === undefined ? rest : [...rest, [column, target] as const]));
  };
  return (
    <section className="import-card" aria-labelledby="import-columns">
      <div>
        <h3 id="import-columns">{t.columns}</h3>
        <p className="quiet">{t.columnsHint}</p>
      </div>
      <ul className="import-columns">
        {preview.columns.map((one, index) => {
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
                  onChange={({ currentTarget }) =>
                    put(
                      one.column,
                      all.find((it) => it === currentTarget.value),
                    )
                  }
                >
                  <option value="">{t.nowhere}</option>
                  {groups.map(({ label, targets }) =>
                    targets.length === 0 ? null : (
                      <optgroup key={label} label={label}>
                        {targets.map((it) => (
                          <option key={it.target} value={it.target}>
                            {it.label}
                          </option>
                        ))}
                      </optgroup>
                    ),
                  )}
                </select>
                {target !== '' && guessed[one.column] === target ? (
                  <span className="import-mark">{t.guessed}</span>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
      <PreviewRows preview={preview} />
    </section>
  );
}

/** The first rows as they stand in the file. */
function PreviewRows({ preview: { columns, rows, isMore } }: { preview: FileBeginning }) {
  const t = useTexts(importTexts);
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
