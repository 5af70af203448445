import { expect, test } from 'vitest';
import { createNavigator } from './history.ts';

/** A window with a history. */
function aPage(path: string) {
  const steps: { state: unknown; path: string }[] = [{ state: null, path }];
  let at = 0;
  let popped: ((event: { state: unknown }) => void) | undefined;
  const location = { pathname: '', search: '' };
  const stand = (): void => {
    const [pathname = '', search] = (steps[at]?.path ?? '').split('?');
    Object.assign(location, { pathname, search: search === undefined ? '' : `?${search}` });
  };
  stand();
  const move = (by: number): void => {
    at += by;
    stand();
    popped?.({ state: steps[at]?.state });
  };
  const page = {
    location,
    addEventListener: (_type: string, listener: typeof popped) => (popped = listener),
    history: {
      state: null,
      go: (by: number) => queueMicrotask(() => move(by)),
      pushState(state: unknown, _title: string, to: string) {
        at += 1;
        steps.splice(at, Infinity, { state, path: to });
        stand();
      },
      replaceState(state: unknown, _title: string, to: string) {
        steps[at] = { state, path: to };
        stand();
      },
    },
  };
  return { page: page as unknown as Window, back: () => move(-1), forward: () => move(1), steps };
}

test('each account has a place of its own, and a step leads back to the account that it was made in', () => {
  const { page, back, forward, steps } = aPage('/mail/1');
  const there = new Set(['anna', 'ben']);
  const shown: string[] = [];
  const navigator = createNavigator(page, (account) => {
    if (!there.has(account)) return false;
    shown.push(account);
    navigator.enter(account);
    return true;
  });
  navigator.enter('anna');
  expect(navigator.path.get()).toBe('/mail/1');
  navigator.enter('ben');
  expect(navigator.path.get()).toBe('/');
  navigator.go('/settings/common');
  navigator.enter('anna');
  expect(navigator.path.get()).toBe('/mail/1');
  expect(steps).toHaveLength(4);
  back();
  expect([navigator.path.get(), shown]).toEqual(['/settings/common', ['ben']]);
  expect(navigator.addressOf('anna')).toBe('/mail/1');
  forward();
  expect([navigator.path.get(), shown.at(-1)]).toEqual(['/mail/1', 'anna']);
  // Of an account that is gone there is nothing to come back to.
  there.delete('ben');
  back();
  expect(navigator.path.get()).toBe('/');
  expect(shown.at(-1)).toBe('anna');
});

test('what stands behind the path is a step of its own, and where an account comes back to', () => {
  const { page, back, steps } = aPage('/mails/open/all/main?box=3');
  const navigator = createNavigator(page, () => true);
  navigator.enter('anna');
  const seen: string[] = [];
  navigator.path.subscribe(() => seen.push(navigator.path.get()));
  navigator.go('/mails/open/all/main?box=3,7');
  navigator.go('/mails/open/all/main?box=3,7');
  navigator.go('/mails/open/all/main?box=3,7&q=a', { replace: true });
  expect([navigator.path.get(), navigator.address.get(), steps.length, seen]).toEqual([
    '/mails/open/all/main',
    '/mails/open/all/main?box=3,7&q=a',
    2,
    [],
  ]);
  expect(navigator.addressOf('anna')).toBe('/mails/open/all/main?box=3,7&q=a');
  back();
  expect(navigator.address.get()).toBe('/mails/open/all/main?box=3');
});

test('a step that would lose something is taken back until the question is answered', async () => {
  const { page, back, steps } = aPage('/');
  let isFree = true;
  let answer: (() => void) | undefined;
  const navigator = createNavigator(
    page,
    () => true,
    (_to, _account, then) => {
      if (isFree) then();
      else answer = then;
      return isFree;
    },
  );
  navigator.enter('anna');
  navigator.go('/settings/people');
  navigator.go('/settings/theme');
  isFree = false;
  navigator.go('/');
  expect(navigator.path.get()).toBe('/settings/theme');
  back();
  await Promise.resolve();
  // The address is the one of what is shown, and nothing of it was drawn anew.
  expect([page.location.pathname, navigator.path.get(), steps.length]).toEqual([
    '/settings/theme',
    '/settings/theme',
    3,
  ]);
  answer?.();
  await Promise.resolve();
  expect([page.location.pathname, navigator.path.get()]).toEqual(['/settings/people', '/settings/people']);
  isFree = true;
  back();
  expect(navigator.path.get()).toBe('/');
});

test('going back closes what lies over the page, and goes nowhere with it; going on does not', async () => {
  const { page, back, forward, steps } = aPage('/');
  let isCovered = false;
  const addresses: string[] = [];
  const navigator = createNavigator(
    page,
    () => true,
    (to, _account, then) => {
      addresses.push(to);
      then();
      return true;
    },
    () => {
      const was = isCovered;
      isCovered = false;
      return was;
    },
  );
  navigator.enter('anna');
  navigator.go('/settings/people');
  addresses.length = 0;
  isCovered = true;
  back();
  await Promise.resolve();
  expect([page.location.pathname, navigator.path.get(), steps.length, isCovered, addresses]).toEqual([
    '/settings/people',
    '/settings/people',
    2,
    false,
    [],
  ]);
  back();
  expect(navigator.path.get()).toBe('/');
  isCovered = true;
  forward();
  expect([navigator.path.get(), isCovered]).toEqual(['/settings/people', true]);
});
