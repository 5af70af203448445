import './board.css';
import {
  MAX_CARD_FIELDS,
  MAX_QUERY_NAME,
  MAX_SUMS,
  ONE_CHOICE,
  type Board,
  type FieldDefinition,
  type RecordInstance,
  type SharedQuery,
} from '@kontor/contract/record';
import { tidyName } from '@kontor/contract/kernel';
import { useState } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Check, SelectField, TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PeopleAndGroups } from '../../activity/index.tsx';
import { useClient, useValue } from '../../../client/react.tsx';
import { Requested } from '../../../ui/held-keys.tsx';
import type { NamedSearch } from '../lists/saved.ts';
import { useKinds } from '../use-kinds.ts';
import { boardTexts } from './board-texts.ts';
import { useQueryActions } from './queries.ts';
import type { Asking } from './query-tree.tsx';

const NONE = '';
const NOBODY = { everybody: false, userIds: [], groupIds: [] };

const fieldsOf = (kind: RecordInstance | undefined): readonly FieldDefinition[] =>
  kind === undefined ? [] : [...kind.fields.leftColumn, ...kind.fields.rightColumn];
const choicesOf = (fields: readonly FieldDefinition[]): readonly FieldDefinition[] =>
  fields.filter(({ kind }) => (ONE_CHOICE as readonly string[]).includes(kind));

/** What can be typed and chosen; a column that is not chosen yet is the usual one of its kind. */
interface Form {
  readonly name: string;
  /** 0: all kinds; undefined: not chosen, which is the usual one. */
  readonly kindId: number | undefined;
  readonly columnKey: string | undefined;
  readonly laneKey: string;
  readonly cardKeys: readonly string[];
  readonly sumKeys: readonly string[];
  readonly hidden: readonly string[];
  /** Whether anything of the board was chosen: who only renames it keeps what they may not read of it. */
  readonly isBoardSet: boolean;
  readonly words: string;
  readonly sharedWith: SharedQuery['sharedWith'];
}

const NO_BOARD = { columnKey: NONE, laneKey: null, cardKeys: [], sumKeys: [], hidden: [] };

function formOf(asking: Asking): Form {
  const query = asking.kind === 'edit' ? asking.query : undefined;
  const search = asking.kind === 'new' ? asking.search : asking.query;
  const { columnKey, laneKey, ...board } = query?.board ?? NO_BOARD;
  return {
    ...board,
    name: query?.name ?? '',
    kindId: search?.idoInstanceId,
    // What a list shows is a list, until its columns are chosen.
    columnKey: search === undefined ? undefined : columnKey,
    laneKey: laneKey ?? NONE,
    isBoardSet: query === undefined,
    words: search?.fulltextSearch ?? '',
    sharedWith: query?.sharedWith ?? NOBODY,
  };
}

const isNumber = (field: FieldDefinition): boolean =>
  (field.kind === 'textField' && field.isNumber === true) || (field.kind === 'computed' && field.result === 'number');

const defaultColumn = (choices: readonly FieldDefinition[]): string =>
  (choices.find(({ key }) => key === 'status') ?? choices[0])?.key ?? NONE;

/** A form whose columns are there for the person: in the place of those that are not come the usual ones. */
function withColumns(form: Form, kind: RecordInstance | undefined): Form {
  const choices = choicesOf(fieldsOf(kind));
  if (kind === undefined || form.columnKey === NONE || choices.some(({ key }) => key === form.columnKey)) return form;
  return { ...form, columnKey: defaultColumn(choices), hidden: [], isBoardSet: true };
}

/** The board that a form stands for, of fields that the person reads; null where it is shown as a list alone. */
function boardOf(form: Form, fields: readonly FieldDefinition[]): Board | null {
  const choices = choicesOf(fields);
  const { columnKey = NONE } = form;
  if (columnKey === NONE) return null;
  const isThere = (key: string): boolean => fields.some((field) => field.key === key);
  const isApart = form.laneKey !== columnKey && choices.some(({ key }) => key === form.laneKey);
  return {
    columnKey,
    laneKey: isApart ? form.laneKey : null,
    cardKeys: form.cardKeys.filter(isThere),
    sumKeys: form.sumKeys.filter(isThere),
    hidden: [...form.hidden],
  };
}

/** A query or a folder: what it is called, how it is shown as a board, and who sees it. */
export function QueryDialog({
  asking,
  onMade,
  onClose,
}: {
  asking: Asking;
  onMade: (made: NamedSearch) => void;
  onClose: () => void;
}) {
  const t = useTexts(boardTexts);
  const { create, change } = useQueryActions();
  const me = useValue(useClient().user)?.id ?? 0;
  const query = asking.kind === 'edit' ? asking.query : undefined;
  const { isFolder } = asking.kind === 'edit' ? asking.query : asking;
  const kinds = useKinds() ?? [];
  const search = asking.kind === 'edit' ? asking.query : asking.search;
  const [typed, setForm] = useState(() => formOf(asking));
  const [isTried, setTried] = useState(false);
  const defaultKind = kinds.find((kind) => choicesOf(fieldsOf(kind)).length > 0) ?? kinds[0];
  const kind = typed.kindId === undefined ? defaultKind : kinds.find(({ ID }) => ID === typed.kindId);
  const form = withColumns(typed, kind);
  const isNamed = tidyName(form.name) !== '';
  const save = (): boolean => {
    if (!isNamed || (!isFolder && kind === undefined && form.kindId !== 0)) return false;
    const idoInstanceId = isFolder ? 0 : (kind?.ID ?? 0);
    // Conditions and order are about the fields of a kind: they do not go along to another one.
    const kept = search?.idoInstanceId === idoInstanceId ? search : undefined;
    const about = {
      name: tidyName(form.name),
      idoInstanceId,
      fulltextSearch: form.words.trim(),
      serializedIdoIdoListToolbarHiddenDetailsSearchString:
        kept?.serializedIdoIdoListToolbarHiddenDetailsSearchString ?? '',
      serializedFilterMemento: kept?.serializedFilterMemento ?? '',
      board: isFolder ? null : form.isBoardSet ? boardOf(form, fieldsOf(kind)) : (query?.board ?? null),
      sharedWith: form.sharedWith,
    };
    if (query !== undefined) {
      change(query, about);
      return true;
    }
    const id = create({ ...about, isFolder, parentId: asking.kind === 'new' ? asking.parentId : null });
    if (!isFolder) onMade({ ...about, id });
    return true;
  };
  const title = isFolder
    ? query === undefined
      ? t.folderTitle
      : t.editFolderTitle
    : query !== undefined
      ? t.editTitle
      : search === undefined
        ? t.newTitle
        : t.saveSearch;
  return (
    <FormDialog
      title={title}
      texts={{ close: t.close, cancel: t.cancel, take: t.save }}
      className="query-form"
      onTake={save}
      onWrong={() => setTried(true)}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        value={form.name}
        maxLength={MAX_QUERY_NAME}
        autoComplete="off"
        autoFocus
        fault={isTried && !isNamed ? t.nameFault : undefined}
        onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
      />
      {isFolder ? null : (
        <>
          <BoardFields form={form} kinds={kinds} kind={kind} onChange={setForm} />
          <SharedWith
            except={query?.owner.userId ?? me}
            value={form.sharedWith}
            onChange={(sharedWith) => setForm({ ...form, sharedWith })}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Of what records a query is, how it is shown as a board, and who sees it. */
function BoardFields({
  form,
  kinds,
  kind,
  onChange,
}: {
  form: Form;
  kinds: readonly RecordInstance[];
  kind: RecordInstance | undefined;
  onChange: (form: Form) => void;
}) {
  const t = useTexts(boardTexts);
  const fields = fieldsOf(kind);
  const choices = choicesOf(fields);
  const numbers = fields.filter(isNumber);
  const { columnKey = NONE } = form;
  const column = choices.find(({ key }) => key === columnKey) as
    | { readonly label: string; readonly choices: readonly string[] }
    | undefined;
  const set = (part: Partial<Form>): void => onChange({ ...form, ...part, isBoardSet: true });
  const named = (some: readonly FieldDefinition[]) => some.map(({ key, label }) => [key, label] as const);
  return (
    <>
      <SelectField
        label={t.kind}
        value={String(kind?.ID ?? 0)}
        options={[
          ...(kind === undefined ? [['0', t.allKinds] as const] : []),
          ...kinds.map(({ ID, Name }) => [String(ID), Name] as const),
        ]}
        onChange={(value) =>
          set({
            kindId: Number(value),
            columnKey: form.columnKey === NONE ? NONE : undefined,
            laneKey: NONE,
            cardKeys: [],
            sumKeys: [],
            hidden: [],
          })
        }
      />
      <SelectField
        label={t.columns}
        hint={kind !== undefined && choices.length === 0 ? t.noChoices : undefined}
        value={columnKey}
        options={[...named(choices), [NONE, t.noField]]}
        onChange={(value) => set({ columnKey: value, hidden: [] })}
      />
      {column === undefined ? null : (
        <>
          <SelectField
            label={t.lanes}
            value={form.laneKey === columnKey ? NONE : form.laneKey}
            options={[[NONE, t.noLanes], ...named(choices.filter(({ key }) => key !== columnKey))]}
            onChange={(laneKey) => set({ laneKey })}
          />
          <Some
            title={t.cardFields}
            hint={t.most(MAX_CARD_FIELDS)}
            most={MAX_CARD_FIELDS}
            options={named(fields.filter(({ key, isTitle }) => !isTitle && key !== columnKey))}
            chosen={form.cardKeys}
            onChange={(cardKeys) => set({ cardKeys })}
          />
          {numbers.length === 0 ? null : (
            <Some
              title={t.sums}
              hint={t.most(MAX_SUMS)}
              most={MAX_SUMS}
              options={named(numbers)}
              chosen={form.sumKeys}
              onChange={(sumKeys) => set({ sumKeys })}
            />
          )}
          <Some
            title={t.hidden}
            options={[
              [NONE, t.noChoice(column.label)] as const,
              ...column.choices.map((choice) => [choice, choice] as const),
            ]}
            chosen={form.hidden}
            onChange={(hidden) => set({ hidden })}
          />
        </>
      )}
      <TextField
        label={t.words}
        value={form.words}
        maxLength={200}
        onChange={(event) => onChange({ ...form, words: event.currentTarget.value })}
      />
    </>
  );
}

/** Who sees a query beside who made it. */
function SharedWith({
  except,
  value,
  onChange,
}: {
  except: number;
  value: SharedQuery['sharedWith'];
  onChange: (value: SharedQuery['sharedWith']) => void;
}) {
  const t = useTexts(boardTexts);
  return (
    <fieldset>
      <legend>{t.share}</legend>
      <p className="hint">{t.shareHint}</p>
      <Check
        label={t.everybody}
        checked={value.everybody}
        onChange={(event) => onChange({ ...value, everybody: event.currentTarget.checked })}
      />
      {value.everybody ? null : (
        <Requested>
          <PeopleAndGroups
            except={except}
            userIds={value.userIds}
            groupIds={value.groupIds}
            onUsers={(userIds) => onChange({ ...value, userIds: [...userIds] })}
            onGroups={(groupIds) => onChange({ ...value, groupIds: [...groupIds] })}
          />
        </Requested>
      )}
    </fieldset>
  );
}

/** Some of several. */
function Some({
  title,
  hint,
  most = Infinity,
  options,
  chosen,
  onChange,
}: {
  title: string;
  hint?: string;
  most?: number;
  options: readonly (readonly [string, string])[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  return (
    <fieldset>
      <legend>{title}</legend>
      {hint === undefined ? null : <p className="hint">{hint}</p>}
      <div className="query-some">
        {options.map(([key, label]) => (
          <Check
            key={key}
            label={label}
            checked={chosen.includes(key)}
            disabled={!chosen.includes(key) && chosen.length >= most}
            onChange={(event) => {
              const rest = chosen.filter((one) => one !== key);
              onChange(event.currentTarget.checked ? [...rest, key] : rest);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
