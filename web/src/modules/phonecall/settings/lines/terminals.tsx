import type { CallList } from '@kontor/contract/phonecall';
import { useRef, useState } from 'react';
import { useFormats, useMinute, useTexts } from '../../../../shell/index.ts';
import { Button, IconButton } from '../../../../ui/parts.tsx';
import type { DraftTerminal, Person } from './draft.ts';
import { lineTexts } from './texts.ts';

/** Who is behind each telephone of a system, with those that it has told of. */
export function TerminalsField({
  terminals,
  lists,
  people,
  isTried,
  onChange,
}: {
  terminals: readonly DraftTerminal[];
  lists: readonly CallList[];
  people: readonly Person[];
  isTried: boolean;
  onChange: (terminals: readonly DraftTerminal[]) => void;
}) {
  const t = useTexts(lineTexts);
  const formats = useFormats();
  const now = useMinute();
  const addButton = useRef<HTMLButtonElement>(null);
  /** Place of the one that was added last: whoever adds one wants to write. */
  const [added, setAdded] = useState<number>();
  const add = (): void => {
    setAdded(terminals.length);
    onChange([...terminals, { terminal: '', userId: 0, listId: 0, lastAt: null }]);
  };
  const remove = (index: number): void => {
    setAdded(undefined);
    onChange(terminals.filter((_one, at) => at !== index));
    // The row that had the focus is gone.
    addButton.current?.focus();
  };
  const put = (index: number, part: Partial<DraftTerminal>): void =>
    onChange(terminals.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <fieldset className="field-group line-phones">
      <legend>{t.phones}</legend>
      <p className="hint">{t.phonesHint}</p>
      {terminals.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t.phone}</th>
              <th scope="col">{t.person}</th>
              <th scope="col">{t.shortList}</th>
              <th scope="col">{t.seen}</th>
              <th scope="col">
                <span className="hidden-text">{t.delete}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {terminals.map(({ terminal, userId, listId, lastAt }, index) => (
              <tr key={index}>
                <td data-label={t.phone}>
                  <input
                    className="input"
                    autoFocus={index === added}
                    aria-label={t.phone}
                    aria-invalid={isTried && terminal.trim() === ''}
                    maxLength={100}
                    autoComplete="off"
                    value={terminal}
                    onChange={({ currentTarget }) => put(index, { terminal: currentTarget.value })}
                  />
                </td>
                <td data-label={t.person}>
                  <select
                    className="input"
                    aria-label={t.personOf(terminal)}
                    value={userId}
                    onChange={({ currentTarget }) => put(index, { userId: Number(currentTarget.value) })}
                  >
                    <option value={0}>{t.nobody}</option>
                    {people.map(({ id, fullName }) => (
                      <option key={id} value={id}>
                        {fullName}
                      </option>
                    ))}
                  </select>
                </td>
                <td data-label={t.shortList}>
                  <select
                    className="input"
                    aria-label={t.listOf(terminal)}
                    value={listId}
                    onChange={({ currentTarget }) => put(index, { listId: Number(currentTarget.value) })}
                  >
                    <option value={0}>{t.ownList}</option>
                    {lists.map((list) => (
                      <option key={list.listId} value={list.listId}>
                        {list.name}
                      </option>
                    ))}
                  </select>
                </td>
                <td className="quiet" data-label={t.seen}>
                  {lastAt === null ? t.never : formats.short(Date.parse(lastAt) / 1000, now)}
                </td>
                <td>
                  <IconButton icon="x" label={t.removePhone(terminal)} onClick={() => remove(index)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button ref={addButton} kind="plain" icon="plus" onClick={add}>
        {t.addPhone}
      </Button>
    </fieldset>
  );
}
