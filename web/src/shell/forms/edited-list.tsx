import type { ReactNode } from 'react';
import type { QueryResult } from '../../client/react.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { BackTo } from '../../ui/back-to.tsx';
import { Button, StatePage } from '../../ui/parts.tsx';
import { Section } from '../../ui/section.tsx';
import { Answer } from '../failures/answer.tsx';
import { FormEnd, type FormEndProps } from './form-end.tsx';
import type { Form } from './use-form.ts';
import type { Opened, RowKey } from './use-opened.ts';

interface ListWords {
  readonly intro: string;
  readonly add: string;
  readonly empty: string;
  readonly emptyHint: string;
  /** What is said where the list could not be had. Left out: that it could not be. */
  readonly notLoaded?: string;
}

/** What a row of such a list needs. */
export interface EditedRows<T> {
  readonly focused: RowKey | undefined;
  readonly onOpen: (one: T) => void;
  readonly onRemoved: () => void;
  readonly onChanged: () => void;
}

interface EditedListProps<A, R, T extends object> {
  readonly t: ListWords;
  readonly icon: IconName;
  readonly answer: QueryResult<A>;
  /** The rows of the answer. */
  readonly rowsOf: (data: A) => readonly R[];
  readonly opened: Opened<T>;
  /** Rows at most. */
  readonly max?: number;
  /** What is said where there are so many. */
  readonly full?: string;
  /** Nothing can be added here: it is where the rows are, or is for others. */
  readonly isFixed?: boolean;
  /** Beside the button that begins a new one. */
  readonly tools?: ReactNode;
  /** Above the rows, also while they are on their way. */
  readonly before?: ReactNode;
  /** In the place of what is said where there are no rows. */
  readonly whenEmpty?: ReactNode;
  /** Beneath, whether there are rows or not. */
  readonly after?: (data: A) => ReactNode;
  /** The form is a dialog over the list, and does not stand in its place. */
  readonly isOver?: boolean;
  /** The form of a row or of a new one. */
  readonly form: (props: { readonly one: T | undefined; readonly onSaved: (key?: RowKey) => void }) => ReactNode;
  readonly children: (rows: readonly R[], props: EditedRows<T>, data: A) => ReactNode;
}

/** A page of settings or administration: a list, and the forms of its rows. `T`: what a form is begun with, as a row. */
export function EditedList<A, R, T extends object>({
  t,
  icon,
  answer,
  rowsOf,
  opened,
  max = Infinity,
  full,
  isFixed = false,
  tools,
  before,
  whenEmpty,
  after,
  isOver = false,
  form,
  children,
}: EditedListProps<A, R, T>) {
  const { addButton } = opened;
  const onSaved = (key?: RowKey): void => {
    opened.saved(key);
    answer.retry();
  };
  const shownForm = opened.isOpen ? form({ one: opened.one, onSaved }) : null;
  if (opened.isOpen && !isOver) return shownForm;
  const isFull = answer.data !== undefined && rowsOf(answer.data).length >= max;
  const props = {
    focused: opened.focused,
    onOpen: opened.open,
    onRemoved: opened.removed,
    onChanged: answer.retry,
  };
  // Full, it stays one that can have the focus: a row that is removed gives it to this button.
  const add = isFixed ? null : (
    <Button
      ref={addButton}
      kind="primary"
      icon="plus"
      disabled={answer.data === undefined}
      aria-disabled={isFull}
      onClick={() => (isFull ? undefined : opened.begin())}
    >
      {t.add}
    </Button>
  );
  return (
    <>
      <Section
        intro={isFull ? (full ?? t.intro) : t.intro}
        action={
          tools === undefined ? (
            add
          ) : (
            <div className="form-buttons">
              {tools}
              {add}
            </div>
          )
        }
      >
        {before}
        <Answer answer={answer} rows={3} title={t.notLoaded}>
          {(data) => {
            const rows = rowsOf(data);
            const none = whenEmpty ?? (
              <StatePage icon={icon} title={t.empty}>
                {t.emptyHint}
              </StatePage>
            );
            return (
              <>
                {rows.length === 0 ? none : children(rows, props, data)}
                {after?.(data)}
              </>
            );
          }}
        </Answer>
      </Section>
      {shownForm}
    </>
  );
}

/**
 * The form of a row of such a list: the way back, its name, its fields and its buttons. In a dialog, which has a name and a way out of its own,
 * `back` is left out.
 */
export function EditedForm<D, N>({
  back,
  title,
  form,
  onClose,
  children,
  ...end
}: Omit<FormEndProps<D, N>, 'form' | 'onCancel' | 'children'> & {
  /** What the way back is called. */
  back?: string | undefined;
  title: string;
  form: Pick<Form<D, N>, 'ref' | 'submit' | 'leave'> & FormEndProps<D, N>['form'];
  onClose: () => void;
  children: ReactNode;
}) {
  const { ref, submit, leave } = form;
  const close = (): void => leave(onClose);
  const shown = (
    <form ref={ref} className="form" noValidate aria-label={title} onSubmit={(event) => submit(event, onClose)}>
      {children}
      <FormEnd form={form} {...end} onCancel={close} />
    </form>
  );
  if (back === undefined) return shown;
  return (
    <>
      <BackTo label={back} onBack={close} />
      <Section title={title}>{shown}</Section>
    </>
  );
}
