import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { field } from '../testing/find.ts';
import { TextField } from './fields.tsx';
import { useTypedText } from './use-typed-text.ts';

/** A field whose value comes back only when the test lets it, as from an address that is slow to change. */
function shown(): { readonly reported: string[]; give: (value: string) => Promise<void> } {
  const reported: string[] = [];
  const fixture = { reported, give: undefined as ((value: string) => void) | undefined };
  function Slow() {
    const [value, setValue] = useState('');
    fixture.give = setValue;
    const { text, setText, report } = useTypedText(value, (one) => void reported.push(one));
    return (
      <>
        <output>{value}</output>
        <TextField
          label="Suche"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') report();
            if (key === 'Escape') report('');
          }}
        />
      </>
    );
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<Slow />);
  onTestFinished(() => root.unmount());
  const give = async (value: string): Promise<void> => {
    fixture.give?.(value);
    await expect.element(page.getByRole('status')).toHaveTextContent(value);
  };
  return { reported, give };
}

test('what is typed is reported after a rest, and at once on demand, without the spaces around it', async () => {
  const { reported, give } = shown();
  await field('Suche').fill(' Rohr ');
  await expect.poll(() => reported).toEqual(['Rohr']);
  await give('Rohr');
  await field('Suche').fill('Rohr 12');
  await userEvent.keyboard('{Enter}');
  expect(reported.slice(0, 2)).toEqual(['Rohr', 'Rohr 12']);
  await userEvent.keyboard('{Escape}');
  expect(reported.at(-1)).toBe('');
  await expect.element(field('Suche')).toHaveValue('');
});

test('what comes back late takes nothing that was typed since; what comes from elsewhere is shown', async () => {
  const { reported, give } = shown();
  await field('Suche').fill('Ersatz');
  await userEvent.keyboard('{Enter}');
  await field('Suche').fill('Ersatzteil');
  await userEvent.keyboard('{Enter}');
  await field('Suche').fill('Ersatzteilshop');
  await give('Ersatz');
  await expect.poll(() => reported.at(-1)).toBe('Ersatzteilshop');
  await expect.element(field('Suche')).toHaveValue('Ersatzteilshop');
  await give('Ersatzteilshop');
  await expect.element(field('Suche')).toHaveValue('Ersatzteilshop');
  await give('Ersatz');
  await expect.element(field('Suche')).toHaveValue('Ersatz');
});
