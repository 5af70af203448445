import '../record.css';
import {
  type ChangeWay,
  type FieldDefinition,
  type FieldFault,
  type Value,
  recordQueries,
} from '@kontor/contract/record';
import { useState } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { Segments, SelectField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout } from '../../../ui/parts.tsx';
import type { ChangingMany } from '../open-dialogs.ts';
import { RecordField } from '../fields/field.tsx';
import { emptyOf, isEmpty, isMany, mayBeWritten } from '../fields/values.ts';
import { changeMany } from './changing.ts';
import { manyTexts } from './texts.ts';

type Way = ChangeWay | 'empty';

/** Asks for a field of the kind of some records, and what it is to hold in all of them. */
export function ChangeDialog({ changing, onClose }: { changing: ChangingMany; onClose: () => void }) {
  const t = useTexts(manyTexts);
  const { idoInstanceId, idoIds } = changing;
  const { data, failure, retry } = useAsk(recordQueries.instances, {});
  const kind = data?.find(({ ID }) => ID === idoInstanceId);
  const fields = kind === undefined ? [] : [...kind.fields.leftColumn, ...kind.fields.rightColumn].filter(mayBeWritten);
  return (
    <Dialog title={t.title(idoIds.length)} closeLabel={t.close} onClose={onClose}>
      {fields.length > 0 ? (
        <Choosing fields={fields} changing={changing} onClose={onClose} />
      ) : data !== undefined ? (
        <p>{t.noField}</p>
      ) : failure === undefined ? (
        <div className="delayed form" role="status" aria-label={t.loading}>
          <SkeletonBlock width="100%" height={44} />
        </div>
      ) : (
        <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
          {t.failed}
        </Callout>
      )}
    </Dialog>
  );
}

function Choosing({
  fields,
  changing: { idoInstanceId, idoIds, key: begun },
  onClose,
}: {
  fields: readonly FieldDefinition[];
  changing: ChangingMany;
  onClose: () => void;
}) {
  const t = useTexts(manyTexts);
  const client = useClient();
  const language = useLanguage();
  const { notices } = useShell();
  const [key, setKey] = useState(begun ?? '');
  const [chosenWay, setChosenWay] = useState<Way>('set');
  const [value, setValue] = useState<Value>();
  const [fault, setFault] = useState<FieldFault>();
  const field = fields.find((one) => one.key === key);
  const ways: readonly Way[] =
    field === undefined
      ? []
      : [
          'set',
          ...(isMany(field) ? (['add', 'remove'] as const) : []),
          ...(field.isRequired ? [] : (['empty'] as const)),
        ];
  const way = ways.includes(chosenWay) ? chosenWay : 'set';
  const choose = (next: string): void => {
    setKey(next);
    setValue(undefined);
    setFault(undefined);
  };
  const save = (): void => {
    if (field === undefined) return;
    const now = way === 'empty' ? emptyOf(field) : (value ?? emptyOf(field));
    if (way !== 'empty' && isEmpty(typeof now === 'string' ? now.trim() : now))
      return setFault({ key, why: 'required' });
    onClose();
    const of = { idoInstanceId, idoIds, key, name: field.label };
    void changeMany({ client, notices, language }, of, { way: way === 'empty' ? 'set' : way, value: now });
  };
  return (
    <form
      className="form record-many"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <SelectField
        autoFocus={key === ''}
        label={t.field}
        value={key}
        options={[
          ...(field === undefined ? [['', t.choose] as const] : []),
          ...fields.map((one) => [one.key, one.label] as const),
        ]}
        onChange={choose}
      />
      {ways.length > 1 ? (
        <Segments
          label={t.way}
          value={way}
          options={ways.map((one) => [one, t.ways[one]] as const)}
          onChange={(next) => {
            setChosenWay(next);
            setFault(undefined);
          }}
        />
      ) : null}
      {field === undefined || way === 'empty' ? null : (
        <RecordField
          key={key}
          field={
            field.kind === 'textField'
              ? { ...field, actionIcons: [], isRequired: false }
              : { ...field, isRequired: false }
          }
          value={value ?? emptyOf(field)}
          fault={fault}
          isFixed={false}
          theirs={undefined}
          onChange={(next) => {
            setValue(next);
            setFault(undefined);
          }}
          onTakeMine={() => undefined}
          onTakeTheirs={() => undefined}
          onWrite={undefined}
        />
      )}
      {field?.isUnique === true && way === 'set' && idoIds.length > 1 ? (
        <Callout tone="plain" icon="warning">
          {t.unique}
        </Callout>
      ) : null}
      <p className="quiet" role="status">
        {field === undefined ? '' : t.says[way](idoIds.length)}
      </p>
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="primary" type="submit" disabled={field === undefined}>
          {t.apply}
        </Button>
      </footer>
    </form>
  );
}
