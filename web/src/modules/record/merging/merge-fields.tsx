import type { MergePreview, Value } from '@kontor/contract/record';
import { useId, type ReactNode } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { isSame } from '../fields/values.ts';
import {
  allOf,
  mayTakeAll,
  rowsOf,
  standingValue,
  valueIn,
  type Choice,
  type Choices,
  type MergeRow,
  type Side,
} from './merge-rules.ts';
import { mergingTexts } from './texts.ts';
import { ValueShown } from '../fields/value-shown.tsx';

interface Props {
  readonly preview: MergePreview;
  readonly kept: number;
  readonly choices: Choices;
  readonly onChoose: (key: string, choice: Choice) => void;
}

/** The fields of records, those in which they differ first, and whose value is to stand. */
export function MergeFields(given: Props) {
  const t = useTexts(mergingTexts);
  const { preview, kept } = given;
  const rows = rowsOf(preview);
  const of = (standing: MergeRow['standing']): readonly MergeRow[] => rows.filter((row) => row.standing === standing);
  const [conflicts, fills, same] = [of('odds'), of('fills'), of('same')];
  return (
    <>
      <section className="merge-part">
        <h3>{t.conflicts(conflicts.length)}</h3>
        {conflicts.map((row) => (
          <Row key={row.field.key} {...given} row={row} />
        ))}
      </section>
      {fills.length === 0 ? null : (
        <section className="merge-part">
          <h3>{t.fills(fills.length)}</h3>
          {fills.map((row) => (
            <Row key={row.field.key} {...given} row={row} />
          ))}
        </section>
      )}
      {same.length === 0 ? null : (
        <details className="merge-part">
          <summary>{t.same(same.length)}</summary>
          <dl className="merge-same">
            {same.map(({ field }) => (
              <div key={field.key}>
                <dt>{field.label}</dt>
                <dd>
                  <ValueShown field={field} value={standingValue(field, preview.records, kept)} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

function Row({ preview, kept, choices, onChoose, row }: Props & { row: MergeRow }) {
  const t = useTexts(mergingTexts);
  const id = useId();
  const { field, standing, isOpen } = row;
  const { records } = preview;
  const chosen = choices.get(field.key);
  const stands = isOpen ? undefined : standingValue(field, records, kept);
  const hasAll = isOpen && standing === 'odds' && mayTakeAll(field);
  return (
    <div
      className="merge-row"
      data-field={field.key}
      data-standing={standing}
      role={isOpen ? 'radiogroup' : 'group'}
      aria-labelledby={id}
    >
      <div className="merge-label">
        <span id={id}>
          {standing === 'odds' ? <Icon name="arrows-split" small /> : null} {field.label}
        </span>
        {isOpen ? null : <span className="quiet small">{t.fixedField}</span>}
      </div>
      {records.map((record) => {
        const value = valueIn(field, record);
        const isFixedHere = stands !== undefined && isSame(stands, value);
        return (
          <Cell
            key={record.idoId}
            name={`${id}-choice`}
            record={record}
            isOpen={isOpen}
            isChosen={isOpen ? chosen === record.idoId : isFixedHere}
            onChoose={() => onChoose(field.key, record.idoId)}
          >
            <ValueShown field={field} value={value} />
          </Cell>
        );
      })}
      {hasAll ? (
        <label className="merge-cell merge-all" data-chosen={chosen === 'all'}>
          <input
            type="radio"
            name={`${id}-choice`}
            checked={chosen === 'all'}
            onChange={() => onChoose(field.key, 'all')}
          />
          <span>
            <span className="merge-together">{t.allOfThem}</span>
            <ValueShown field={field} value={allOf(field, records) satisfies Value} />
          </span>
        </label>
      ) : null}
    </div>
  );
}

function Cell({
  name,
  record,
  isOpen,
  isChosen,
  onChoose,
  children,
}: {
  name: string;
  record: Side;
  isOpen: boolean;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  const said = (
    <span>
      {children}
      <span className="merge-of">{record.displayName}</span>
    </span>
  );
  return isOpen ? (
    <label className="merge-cell" data-chosen={isChosen}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      {said}
    </label>
  ) : (
    <div className="merge-cell" data-chosen={isChosen}>
      {said}
    </div>
  );
}
