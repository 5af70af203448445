import type { ReactNode } from 'react';
import type { QueryResult } from '../../client/react.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { BackTo } from '../../ui/back-to.tsx';
import { Button, StatePage } from '../../ui/parts.tsx';
import { Section } from '../../ui/section.tsx';
import { Answer } from '../failures/answer.tsx';
import { FormEnd } from './form-end.tsx';
import type { Form } from './use-form.ts';
import type { Opened } from './use-opened.ts';

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
  readonly focused: number | undefined;
  readonly onOpen: (one: T) => void;
  readonly onRemoved: () => void;
  readonly onChanged: () => void;
}

/**
 * A page of administration: a list whose rows are edited in its place. `rowsOf`: the rows of the answer; `form`: that of a row or a new one; `after`:
 * what else stands beneath, whether there are rows or not.
 */
export function EditedList<A, T extends object>({
  t,
  icon,
  answer,
  rowsOf,
  opened,
  max = Infinity,
  full,
  form,
  after,
  children,
}: {
  t: ListWords;
  icon: IconName;
  answer: QueryResult<A>;
  rowsOf: (data: A) => readonly T[];
  opened: Opened<T>;
  /** Rows at most. */
  max?: number;
  /** What is said where there are so many. */
  full?: string;
  form: (props: { readonly one: T | undefined; readonly onSaved: (key: number) => void }) => ReactNode;
  after?: (data: A) => ReactNode;
  children: (rows: readonly T[], props: EditedRows<T>) => ReactNode;
}) {
  const { addButton } = opened;
  if (opened.isOpen)
    return form({
      one: opened.one,
      onSaved: (key) => {
        opened.saved(key);
        answer.retry();
      },
    });
  const isFull = answer.data !== undefined && rowsOf(answer.data).length >= max;
  const props = {
    focused: opened.focused,
    onOpen: opened.open,
    onRemoved: opened.removed,
    onChanged: answer.retry,
  };
  return (
    <Section
      intro={isFull ? (full ?? t.intro) : t.intro}
      action={
        <Button
          ref={addButton}
          kind="primary"
          icon="plus"
          disabled={isFull || answer.data === undefined}
          onClick={opened.begin}
        >
          {t.add}
        </Button>
      }
    >
      <Answer answer={answer} rows={3} title={t.notLoaded}>
        {(data) => {
          const rows = rowsOf(data);
          return (
            <>
              {rows.length === 0 ? (
                <StatePage icon={icon} title={t.empty}>
                  {t.emptyHint}
                </StatePage>
              ) : (
                children(rows, props)
              )}
              {after?.(data)}
            </>
          );
        }}
      </Answer>
    </Section>
  );
}

/** The form of a row of such a list: the way back, its name, its fields and its buttons. `isNew`: there is no such row yet. */
export function EditedForm<D, N>({
  back,
  title,
  isNew,
  form,
  isSaidAbove = false,
  onClose,
  children,
}: {
  /** What the way back is called. */
  back: string;
  title: string;
  isNew: boolean;
  form: Form<D, N>;
  /** A field says already why it was not taken. */
  isSaidAbove?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { ref, submit, leave } = form;
  return (
    <>
      <BackTo label={back} onBack={() => leave(onClose)} />
      <Section title={title}>
        <form ref={ref} className="form" noValidate onSubmit={(event) => submit(event, onClose)}>
          {children}
          <FormEnd form={form} isNew={isNew} isSaidAbove={isSaidAbove} onCancel={() => leave(onClose)} />
        </form>
      </Section>
    </>
  );
}
