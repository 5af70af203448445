import { page } from 'vitest/browser';

type Name = string | RegExp;
type Where = Pick<typeof page, 'getByRole'>;

const named = (name: Name) => ({ name, exact: typeof name === 'string' });

/** What people look for most, by what it is called, exactly. */
export const button = (name: Name, where: Where = page) => where.getByRole('button', named(name));
export const link = (name: Name, where: Where = page) => where.getByRole('link', named(name));
export const heading = (name: Name, where: Where = page) => where.getByRole('heading', named(name));
export const option = (name: Name, where: Where = page) => where.getByRole('option', named(name));
export const radio = (name: Name, where: Where = page) => where.getByRole('radio', named(name));
export const checkbox = (name: Name, where: Where = page) => where.getByRole('checkbox', named(name));
export const field = (name: Name, where: Pick<typeof page, 'getByLabelText'> = page) =>
  where.getByLabelText(name, { exact: typeof name === 'string' });
/** The dialog that lies over everything. */
export const dialog = () => page.getByRole('dialog');
/** What the elements of a selector say, in their order. */
export const textsOf = (selector: string): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].map((element) => element.innerText);
/** The rows of the list that is shown. */
export const rows = () => page.getByRole('listbox').getByRole('option');
/** The menu at the left. */
export const menu = () => page.getByRole('navigation', { name: 'Menü' });
