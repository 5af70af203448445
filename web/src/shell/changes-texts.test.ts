import { ALL_COMMANDS } from '@kontor/contract/all';
import { expect, test } from 'vitest';
import { texts } from './changes-texts.ts';

const NAMES = [...ALL_COMMANDS.keys()];

/** Commands that forms and screens send at once: they are carried out or refused before their eyes, and never wait in the list of changes. */
const AT_ONCE = new Set([
  ...['account', 'app', 'memo', 'notification', 'push', 'recordActivity', 'session', 'theme'].flatMap((module) =>
    NAMES.filter((name) => name.startsWith(`${module}.`)),
  ),
  ...['attend'].map((name) => `activity.${name}`),
  ...['createFromItem', 'createFromSharedFile', 'delete', 'deleteBox', 'process', 'saveBox'].map(
    (name) => `document.${name}`,
  ),
  ...NAMES.filter(
    (name) =>
      name.startsWith('mail.') &&
      !['send', 'deleteDraftOrTemplate', 'restoreDraft', 'answerInvitation'].includes(name.slice('mail.'.length)),
  ),
  ...[
    ...['beginImport', 'dropImport', 'importDryRun', 'saveImport', 'startImport', 'stopImport', 'undoImport'],
    ...['changeManyBack', 'delete', 'findDuplicates', 'linkMany', 'merge', 'part', 'unlinkMany'],
    ...['deleteContactPerson', 'restoreContactPerson', 'saveContactPerson'],
    ...['deleteKind', 'orderKinds', 'saveKind'],
  ].map((name) => `record.${name}`),
  ...['lock', 'move', 'process', 'unlock'].map((name) => `task.${name}`),
]);

test.each(NAMES.map((name) => [name] as const))('what waits as %s has words of its own, or never waits', (name) => {
  const words = [texts.de.actions, texts.en.actions].map(
    (actions: Readonly<Record<string, string>>) => (actions[name] ?? '') !== '',
  );
  expect(words).toEqual(AT_ONCE.has(name) ? [false, false] : [true, true]);
});

test('nothing is named that the contract does not have any more', () => {
  const known = new Set(['unseen', 'seen', 'ready', ...NAMES]);
  expect(Object.keys(texts.de.actions).filter((name) => !known.has(name))).toEqual([]);
});
