import type { FieldDefinition, Reference, Value } from '@kontor/contract/record';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../../shell/index.ts';
import { Requested } from '../../../ui/held-keys.tsx';
import { Button, Icon } from '../../../ui/parts.tsx';
import { useShowRecord } from '../address.ts';
import { fieldTexts } from './field-texts.ts';
import { pickerSlot } from './picker-slot.ts';
import { KindDot } from '../link-line.tsx';
import type { Named } from '../links.ts';
import { useKinds } from '../use-kinds.ts';
import { useRecordNames } from '../use-record-names.ts';

interface Props {
  readonly field: Extract<FieldDefinition, { kind: 'reference' }> & {
    readonly references?: readonly Reference[] | undefined;
  };
  readonly value: Value;
}
type Shown = Pick<Named, 'idoId' | 'idoInstanceId' | 'displayName' | 'instanceColor'>;

const idsIn = (value: Value): readonly string[] =>
  (typeof value === 'string' ? [value] : value).filter((id) => id !== '');

/** The records that stand in a field. What is not told with the field, or was chosen here, is asked for. */
function useShown({ field, value }: Props, chosen: readonly Shown[]): readonly Shown[] {
  const t = useTexts(fieldTexts);
  const { idoInstanceId } = field;
  const known = new Map([...(field.references ?? []), ...chosen].map((one) => [one.idoId, one]));
  const ids = idsIn(value).map(Number);
  const { nameOf } = useRecordNames(ids.filter((id) => !known.has(id)).map((idoId) => ({ idoId, idoInstanceId })));
  const color = useKinds()?.find(({ ID }) => ID === idoInstanceId)?.Color ?? 'transparent';
  return ids.map((idoId) => {
    const name = nameOf(idoId);
    const displayName = name === null ? t.gone : (name ?? '…');
    return (
      known.get(idoId) ?? {
        idoId,
        idoInstanceId,
        displayName,
        instanceColor: color,
      }
    );
  });
}

function Chip({ one, onRemove }: { one: Shown; onRemove: (() => void) | undefined }) {
  const t = useTexts(fieldTexts);
  const showRecord = useShowRecord();
  return (
    <span className="link-chip record-reference">
      <KindDot color={one.instanceColor} />
      <button type="button" className="link-name" title={t.openRecord} onClick={() => showRecord(one)}>
        {one.displayName}
      </button>
      {onRemove === undefined ? null : (
        <button
          type="button"
          className="record-reference-off"
          aria-label={t.removeTag(one.displayName)}
          onClick={onRemove}
        >
          <Icon name="x" small />
        </button>
      )}
    </span>
  );
}

/** Records that a field refers to, to be read and opened. */
export function ReferenceShown(given: Props) {
  const t = useTexts(fieldTexts);
  const shown = useShown(given, []);
  if (shown.length === 0) return <>{t.nothing}</>;
  return (
    <span className="record-references">
      {shown.map((one) => (
        <Chip key={one.idoId} one={one} onRemove={undefined} />
      ))}
    </span>
  );
}

/** Records that a field refers to, to be chosen. */
export function ReferenceInput({ onChange, ...given }: Props & { readonly onChange: (value: Value) => void }) {
  const { field, value } = given;
  const t = useTexts(fieldTexts);
  const [chosen, setChosen] = useState<readonly Shown[]>([]);
  /** Where the picker opens: a popover that it is asked from would close where a dialog opens outside of it. */
  const [host, setHost] = useState<Element>();
  const shown = useShown(given, chosen);
  const isMany = field.isMany === true;
  const ids = idsIn(value);
  const put = (next: readonly string[]): void => onChange(isMany ? [...next] : (next.at(-1) ?? ''));
  const pick = (record: Named): void => {
    setHost(undefined);
    setChosen([...chosen, record]);
    put([...(isMany ? ids : []), String(record.idoId)]);
  };
  return (
    <div className="record-references">
      {shown.map((one) => (
        <Chip key={one.idoId} one={one} onRemove={() => put(ids.filter((id) => id !== String(one.idoId)))} />
      ))}
      {isMany || shown.length === 0 ? (
        <Button
          icon="plus"
          aria-label={`${field.label}: ${t.chooseRecord}`}
          onClick={({ currentTarget }) => setHost(currentTarget.closest('[popover]') ?? document.body)}
        >
          {t.chooseRecord}
        </Button>
      ) : null}
      {host !== undefined
        ? createPortal(
            <Requested>
              <pickerSlot.Picker
                picking={{
                  kind: 'pick',
                  count: 0,
                  about: undefined,
                  known: ids.map(Number),
                  kindId: field.idoInstanceId,
                  onPick: pick,
                }}
                onClose={() => setHost(undefined)}
              />
            </Requested>,
            host,
          )
        : null}
    </div>
  );
}
