import { MAIL_SERVER_FAULTS } from '@kontor/contract/mail';
import { expect, test } from 'vitest';
import { avatarTexts as avatar } from './modules/account/avatar-texts.ts';
import { detailTexts as details } from './modules/account/audit/detail-texts.ts';
import { texts as audit } from './modules/account/audit/texts.ts';
import { confirmTexts as confirm } from './modules/account/confirm-texts.ts';
import { copyTexts as copy } from './modules/account/copy-texts.ts';
import { instanceTexts as instance } from './modules/account/instance-texts.ts';
import { texts as login } from './modules/account/login/texts.ts';
import { passwordTexts as password } from './modules/account/password-texts.ts';
import { texts as people } from './modules/account/people/texts.ts';
import { problemTexts as problems } from './modules/account/problem-texts.ts';
import { sectionTexts as sections } from './modules/account/section-texts.ts';
import { texts as security } from './modules/account/security/texts.ts';
import { texts as account } from './modules/account/texts.ts';
import { texts as activity } from './modules/activity/texts.ts';
import { texts as accounts } from './modules/mail/settings/texts.ts';
import { texts as mail } from './modules/mail/texts.ts';
import { texts as changes } from './shell/changes-texts.ts';
import { texts as shell } from './shell/texts.ts';

/** Every text of a catalogue with the path to it; functions are called with numbers that read as words too. */
function flatten(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String((value as (...given: unknown[]) => unknown)(2, 2, 2))]];
  return Object.entries(value as object).flatMap(([key, child]) => flatten(child, `${path}.${key}`));
}

const own = {
  account,
  avatar,
  audit,
  details,
  confirm,
  copy,
  instance,
  login,
  password,
  people,
  problems,
  sections,
  security,
};

test.each(Object.entries({ ...own, activity, accounts, mail, changes, shell }))(
  '%s has every text in both languages',
  (_, texts) => {
    const german = flatten(texts.de, '');
    const english = flatten(texts.en, '');
    expect(english.map(([path]) => path)).toEqual(german.map(([path]) => path));
    for (const [path, text] of [...german, ...english]) {
      expect(text.trim(), path).not.toBe('');
      expect(text, path).not.toMatch(/!|undefined|\b(du|dein|deine)\b/i);
    }
  },
);

test('there is a sentence for whatever a mail server does', () => {
  for (const language of ['de', 'en'] as const)
    expect(Object.keys(accounts[language].faults).sort()).toEqual([...MAIL_SERVER_FAULTS].sort());
});
