import {
  CHANGES_PAGE,
  recordCommands,
  recordQueries,
  type FieldDefinition,
  type RecordChange,
  type RecordDifference,
  type Value,
} from '@kontor/contract/record';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useFormats, useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { SkeletonBlock, Button, Callout, StatePage } from '../../../ui/parts.tsx';
import { restorePerson } from '../restoring.ts';
import { useKinds } from '../use-kinds.ts';
import { ValueShown } from '../fields/value-shown.tsx';
import { fieldsOf, isSame, personName, valueOf, type Model } from '../fields/values.ts';
import { pageTexts } from './texts.ts';

/** What was changed of a record, the newest first, each field with a way back. */
export function ChangeLog({ model, isGone, onChanged }: { model: Model; isGone: boolean; onChanged: () => void }) {
  const [before, setBefore] = useState<readonly (number | null)[]>([null]);
  const next = (changeId: number): void => setBefore([...before, changeId]);
  return (
    <div className="record-changes">
      {before.map((from, page) => (
        <Page
          key={from ?? 'first'}
          model={model}
          before={from}
          mayPutBack={!isGone && model.allowedActions.save}
          onChanged={onChanged}
          onMore={page === before.length - 1 ? next : undefined}
        />
      ))}
    </div>
  );
}

function Page({
  model,
  before,
  mayPutBack,
  onChanged,
  onMore,
}: {
  model: Model;
  before: number | null;
  mayPutBack: boolean;
  onChanged: () => void;
  onMore: ((before: number) => void) | undefined;
}) {
  const t = useTexts(pageTexts);
  const { idoId, idoInstanceId } = model;
  const { data, failure, retry } = useAsk(recordQueries.changes, { idoId, idoInstanceId, before });
  if (data === undefined)
    return failure === undefined ? (
      <div className="delayed form" aria-hidden="true">
        <SkeletonBlock width="60%" />
        <SkeletonBlock width="100%" height={60} />
      </div>
    ) : (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {failure.kind === 'offline' ? t.offline : t.changesFailed}
      </Callout>
    );
  const last = data.at(-1);
  if (last === undefined)
    return before === null ? (
      <StatePage icon="clock-counter-clockwise" title={t.noChanges}>
        {t.noChangesHint}
      </StatePage>
    ) : null;
  return (
    <>
      <ol>
        {data.map((change) => (
          <Change
            key={change.changeId}
            change={change}
            model={model}
            mayPutBack={mayPutBack}
            onChanged={() => {
              onChanged();
              retry();
            }}
          />
        ))}
      </ol>
      {onMore !== undefined && data.length === CHANGES_PAGE ? (
        <Button onClick={() => onMore(last.changeId)}>{t.more}</Button>
      ) : null}
    </>
  );
}

function Change({
  change,
  model,
  mayPutBack,
  onChanged,
}: {
  change: RecordChange;
  model: Model;
  mayPutBack: boolean;
  onChanged: () => void;
}) {
  const { at, name, cause, differences } = change;
  const t = useTexts(pageTexts);
  const formats = useFormats();
  const putBack = usePutBack(model, onChanged);
  const fields = fieldsOf(model);
  const ofPersons = useKinds()?.find(({ ID }) => ID === model.idoInstanceId)?.fields.contactPerson ?? [];
  return (
    <li className="record-change">
      <p>
        <strong>{t.causes[cause]}</strong>{' '}
        <span className="quiet">{`${name || t.nobody}, ${formats.full(at / 1000)}`}</span>
        {mayPutBack
          ? removedIn(change, model).map((one) => (
              <PersonBack key={one.contactPersonId} of={model} person={one} onBack={onChanged} />
            ))
          : null}
      </p>
      {differences.length === 0 ? null : (
        <dl>
          {differences.map((one) => {
            const standing = standingOf(model, one);
            const field = (one.personId === 0 ? fields : ofPersons).find(({ key }) => key === one.key);
            const person = model.model.contactPersons.find(({ contactPersonId }) => contactPersonId === one.personId);
            return (
              <div key={`${one.personId} ${one.key}`}>
                <dt>{person === undefined ? one.label : `${personName(person)}: ${one.label}`}</dt>
                <dd>
                  <span>
                    <del>
                      <Said field={field} value={one.before} />
                    </del>{' '}
                    <ins>
                      <Said field={field} value={one.after} />
                    </ins>
                  </span>
                  {mayPutBack && standing !== undefined && !isSame(standing, one.before) ? (
                    <Button
                      kind="plain"
                      icon="arrow-counter-clockwise"
                      aria-label={t.putBackOf(one.label)}
                      onClick={() => putBack(one, standing)}
                    >
                      {t.putBack}
                    </Button>
                  ) : null}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </li>
  );
}

/** The contact persons whom a change has removed, and who are not there now. */
function removedIn({ differences }: RecordChange, model: Model): readonly { contactPersonId: number; name: string }[] {
  const ids = [...new Set(differences.map(({ personId }) => personId))].filter((id) => id !== 0);
  return ids.flatMap((contactPersonId) => {
    const own = differences.filter(({ personId }) => personId === contactPersonId);
    const isThere = model.model.contactPersons.some((person) => person.contactPersonId === contactPersonId);
    const isGone = !isThere && own.every(({ after }) => after.length === 0);
    return isGone ? [{ contactPersonId, name: [own[0]?.before ?? ''].flat().join(', ') }] : [];
  });
}

function PersonBack({
  of: { idoId, idoInstanceId },
  person,
  onBack,
}: {
  of: Model;
  person: { readonly contactPersonId: number; readonly name: string };
  onBack: () => void;
}) {
  const t = useTexts(pageTexts);
  const client = useClient();
  const language = useLanguage();
  const { notices } = useShell();
  return (
    <Button
      kind="plain"
      icon="arrow-counter-clockwise"
      aria-label={t.personBack(person.name)}
      onClick={() => void restorePerson({ client, notices, language }, { idoId, idoInstanceId, ...person }, onBack)}
    >
      {t.putBack}
    </Button>
  );
}

/** A value as its field has it; as it is kept until that is known. */
const Said = ({ field, value }: { field: FieldDefinition | undefined; value: Value }) =>
  field === undefined ? [value].flat().join(', ') : <ValueShown field={field} value={value} />;

/** What stands in the field now; undefined where there is none any more. */
function standingOf(model: Model, { key, personId }: RecordDifference): Value | undefined {
  const fields =
    personId === 0
      ? fieldsOf(model)
      : model.model.contactPersons.find(({ contactPersonId }) => contactPersonId === personId)?.fields;
  const field = fields?.find((one) => one.key === key);
  return field === undefined ? undefined : valueOf(field);
}

/** Puts a field back by saving it: what stands there now is named, so that nobody's newer change is lost by it. */
function usePutBack({ idoId, idoInstanceId, lastKnownChangeTimestamp }: Model, onChanged: () => void) {
  const t = useTexts(pageTexts);
  const client = useClient();
  const { notices } = useShell();
  return ({ key, personId, label, before }: RecordDifference, standing: Value): void => {
    const jsonPayload = { changes: [{ key, before: standing, value: before }] };
    const named = { idoId, idoInstanceId, jsonPayload };
    const done: Promise<unknown> =
      personId === 0
        ? client.transport.command(recordCommands.save, { ...named, lastKnownChangeTimestamp }, client.env.newId(), {
            once: true,
          })
        : client.transport.command(
            recordCommands.saveContactPerson,
            { ...named, contactPersonId: personId },
            client.env.newId(),
            { once: true },
          );
    done.then(
      () => {
        notices.show({ text: t.isBack(label) });
        onChanged();
      },
      (error: unknown) => {
        const { code, kind } = asFailure(error);
        const text = code === 'RECORD_CONFLICT' ? t.conflict : kind === 'offline' ? t.offline : t.backFailed;
        notices.show({ text, tone: 'fault' });
        onChanged();
      },
    );
  };
}
