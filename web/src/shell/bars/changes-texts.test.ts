import { ALL_COMMANDS } from '@kontor/contract/all';
import { KINDS } from '@kontor/contract/kernel';
import { expect, test } from 'vitest';
import { texts } from './changes-texts.ts';

const NAMES = [...ALL_COMMANDS.keys()];

const WORDED = new Set(Object.keys(texts.de.actions));

const of = (module: string, names: string): readonly string[] => names.split(' ').map((name) => `${module}.${name}`);
const WAITING_STATES = of('presence', 'setPersonalState switchState');
const WAITING_CALLS = of('phoneCall', 'create note');
const WAITING_MAILS = of('mail', 'send deleteDraftOrTemplate restoreDraft answerInvitation');

/** Commands that forms and screens send at once: they are carried out or refused before their eyes, and never wait in the list of changes. */
const AT_ONCE = new Set([
  ...NAMES.filter((name) => /^(account|app|fence|memo|notification|push|recordActivity|session|theme)\./.test(name)),
  ...NAMES.filter((name) => name.startsWith('mail.') && !WAITING_MAILS.includes(name)),
  ...of('activity', 'attend'),
  ...NAMES.filter((name) => name.startsWith('presence.') && !WAITING_STATES.includes(name)),
  ...of('document', 'createFromItem delete deleteBox process saveBox'),
  ...of('record', 'beginImport dropImport importDryRun saveImport startImport stopImport undoImport'),
  ...of('record', 'changeManyBack delete findDuplicates linkMany merge part unlinkMany deleteKind orderKinds saveKind'),
  ...of('record', 'deleteContactPerson restoreContactPerson saveContactPerson'),
  ...of(
    'appointment',
    'createMinimal delayOneDay delayOneWeek editSingle myAlert orderTypes removeType restoreOccurrence',
  ),
  ...of(
    'appointment',
    'removeBookingPage removeFeed removeResource removeSet renewFeed saveBookingPage saveResource saveRights saveSet saveType',
  ),
  ...of('appointment', 'beginImport dropImport startImport stopImport undoImport'),
  ...of('appointment', 'acceptProposal addGuest declineProposal proposeTime'),
  ...of('appointment', 'fetchSubscription saveSubscription subscribe unsubscribe'),
  ...of('phoneCall', 'deleteLine deleteLocation hangUp lineTemplate renewLine saveDialLimits saveDialUser'),
  ...of('phoneCall', 'saveLine saveLocation start'),
  ...of('message', 'addPeople attend create leave saveRules unsend'),
  ...NAMES.filter((name) => /^phone(?:Call|Book)\./.test(name) && !WAITING_CALLS.includes(name)),
  ...of('task', 'lock move process unlock'),
  // What is written in its place is sent by its own edit, and begun before one's eyes.
  ...KINDS.flatMap(({ name }) => of(name, 'create save')).filter((name) => NAMES.includes(name) && !WORDED.has(name)),
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
