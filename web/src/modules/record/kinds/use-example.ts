import { kindQueries, recordQueries, type FieldDefinition, type Value } from '@kontor/contract/record';
import { useEffect, useState } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { emptyOf, fieldsOf, isMany, valuesOf, type Values } from '../fields/values.ts';
import { ownFields, type Design } from './design.ts';
import { formTexts } from './form-texts.ts';
import { beginningIn, sampleOf } from './sample.ts';

/** What was written stays for this long before a formula is tried with it. */
const PAUSE_MS = 250;

/** A value where a field is a list, or is none. */
const fitted = (field: FieldDefinition, value: Value | undefined): Value => {
  if (value === undefined) return emptyOf(field);
  if (isMany(field)) return typeof value === 'string' ? (value === '' ? [] : [value]) : value;
  return typeof value === 'string' ? value : (value[0] ?? '');
};

export type Example = ReturnType<typeof useExample>;

/** The record that a design is tried with: what was written in the preview, over the first record of the kind, or over examples. */
export function useExample(idoInstanceId: number | undefined, design: Design) {
  const t = useTexts(formTexts);
  const client = useClient();
  const me = useValue(client.user);
  const list = useAsk(
    recordQueries.items,
    idoInstanceId === undefined ? undefined : { idoInstanceId, fulltextSearch: '', detailsSearch: '', limit: 1 },
  ).data;
  const first = Number(list?.results[0]?.[0] ?? 0);
  const found = useAsk(
    recordQueries.model,
    idoInstanceId === undefined || first === 0 ? undefined : { idoId: first, idoInstanceId },
  ).data?.jsonModel;
  const [written, setWritten] = useState<Values>({});
  const [now] = useState(() => client.env.now());
  const own = found === undefined || found === null ? {} : valuesOf(fieldsOf(found));
  const [person] = found?.model.contactPersons ?? [];
  const ofPerson = person === undefined ? {} : valuesOf(person.fields);
  const known = found === undefined || found === null ? undefined : { own, ofPerson };
  const valueOf = (id: string, field: FieldDefinition, isOfPerson: boolean): Value => {
    const begins = beginningIn(field, { now, me: me === undefined ? '' : `${me.firstName} ${me.lastName}`.trim() });
    const stored = (isOfPerson ? known?.ofPerson : known?.own)?.[field.key];
    const isThere = stored !== undefined && stored.length > 0;
    return fitted(field, written[id] ?? (isThere ? stored : (begins ?? sampleOf(field, t, now))));
  };
  return {
    /** What the record is called whose values are shown; undefined where they are made up. */
    name: found?.title,
    isWritten: Object.keys(written).length > 0,
    valueOf,
    values: Object.fromEntries(
      ownFields(design)
        .filter(({ field }) => field.kind !== 'computed')
        .map(({ id, field }) => [field.key, valueOf(id, field, false)]),
    ) as Values,
    write: (id: string, value: Value): void => setWritten({ ...written, [id]: value }),
    reset: (): void => setWritten({}),
  };
}

type Computed = Extract<FieldDefinition, { kind: 'computed' }>;

/** What comes of a computed field with these values, told by the server. Of what is being written it is asked after a pause. */
export function useOutcome(design: Design, field: Computed, values: Values) {
  const fields = ownFields(design).map((one) => one.field);
  const { formula, result, decimals } = field;
  const wanted = JSON.stringify({
    fields,
    formula,
    result,
    ...(decimals === undefined ? {} : { decimals }),
    values,
  });
  const [requested, setRequested] = useState(wanted);
  useEffect(() => {
    const later = setTimeout(() => setRequested(wanted), PAUSE_MS);
    return () => clearTimeout(later);
  }, [wanted]);
  const isEmpty = formula.trim() === '';
  const { data, failure } = useAsk(
    kindQueries.tryFormula,
    isEmpty ? undefined : (JSON.parse(requested) as Parameters<typeof useAsk<never, never>>[1]),
  );
  return { outcome: isEmpty ? undefined : data, failure: isEmpty ? undefined : failure, isEmpty };
}
