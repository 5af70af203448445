import { isPersonal, type PersonSetting } from '@kontor/contract/settings';
import type { Choices } from './settings-choices.ts';

type Versions = Readonly<Record<string, number>>;

/** Takes what the server says. What was chosen here since stays; `sent`: what it says it of, which it may have put another version on. */
export function taken(choices: Choices, settings: readonly PersonSetting[], sent: Versions = {}): Choices {
  const next = settings
    .filter(({ key }) => isPersonal(key))
    .map(({ key, value, version }) => {
      const mine = choices[key];
      const isOlder = mine === undefined || mine.version <= version || mine.version === sent[key];
      return [key, isOlder ? { value: value ?? undefined, version, known: version } : { ...mine, known: version }];
    });
  return { ...choices, ...(Object.fromEntries(next) as Choices) };
}

/** Gives up what was chosen in these versions and has not come to the server: what that has is asked for anew. */
export const givenUp = (choices: Choices, versions: Versions): Choices =>
  Object.fromEntries(
    Object.entries(choices).filter(([key, { version, known }]) => version !== versions[key] || version <= known),
  );

/** Keys of what the server has not got yet. */
export const unsent = (choices: Choices): readonly string[] =>
  Object.keys(choices).filter((key) => {
    const { version = 0, known = 0 } = choices[key] ?? {};
    return version > known;
  });
