import { listKey } from '@kontor/contract/activity';
import { useEffect } from 'react';
import { useClient, useKontor, useValue } from '../../../client/react.tsx';
import type { Shared } from '../../../device/device.ts';
import { loadDevice } from '../../../device/index.ts';
import { openIn } from '../../../shell/background/open-in.ts';
import { href, useLanguage, useShell, useTexts, useZone } from '../../../shell/index.ts';
import { beginFiling, filing } from '../filing-state.ts';
import { chosen, dropShared, shared } from './shared-state.ts';
import { noteOf } from './shared-text.ts';
import { sharedTexts } from './shared-texts.ts';

/** Address of the list that shared files come into: what is unfinished, of today. The day stands in it as JSON. */
export function sharedListAddress(zone: string, now: number): string {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  return href('documentList', { view: 'open', date: JSON.stringify(today.toString()), source: 'main' });
}

/** Returns how something that was shared is taken into an account. */
export function useTakeInto(): (account: string, given: Shared) => void {
  const kontor = useKontor();
  const { navigator } = useShell();
  const zone = useZone();
  return (account, given) => {
    dropShared(given);
    chosen.set([...chosen.get(), { account, shared: given }]);
    const address = given.files.length > 0 ? sharedListAddress(zone, kontor.env.now()) : '/';
    const { client } = kontor.session.get();
    // Whoever is there already sees the list anew.
    // The list writes its day without quotes into its address.
    const isThere = navigator.address.get() === address.replaceAll('%22', '');
    if (client?.key === account && isThere) client.ask.touch([listKey('document')]);
    else void openIn(kontor, navigator, account, address);
  };
}

/** Hears what other apps share: it goes to the one account that there is, or is asked about. What was chosen for the account that is shown is taken. */
export function useShared(): void {
  const t = useTexts(sharedTexts);
  const language = useLanguage();
  const client = useClient();
  const { notices, modules, navigator } = useShell();
  const rights = useValue(client.configuration)?.rights;
  const waiting = useValue(chosen).find(({ account }) => account === client.key);
  const isFiling = useValue(filing) !== undefined;
  useEffect(() => {
    let isOver = false;
    let stop = (): void => undefined;
    void loadDevice().then(
      ({ share }) => {
        if (isOver) return;
        stop = share.onShared((given) => {
          if (given.unread.length > 0)
            notices.show({ text: t.unread(given.unread.join(', ')), tone: 'fault', lasts: true });
          if (given.files.length > 0 || given.texts.some((text) => text.trim() !== ''))
            shared.set([...shared.get(), given]);
          else if (given.unread.length === 0) notices.show({ text: t.nothing, tone: 'fault' });
        });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [notices, t]);

  useEffect(() => {
    // One after the other: what is being filed is not replaced by what was shared after it.
    if (waiting === undefined || isFiling || rights === undefined) return;
    chosen.set(chosen.get().filter((one) => one !== waiting));
    const { files, ...said } = waiting.shared;
    if (files.length > 0) {
      if (rights.createDocument) beginFiling({ files, isShared: true });
      else notices.show({ text: t.mayNotFile, tone: 'fault' });
      return;
    }
    const note = modules.flatMap(({ creates = [] }) => creates).find(({ name }) => name === 'note');
    if (note === undefined || !rights.createNote) notices.show({ text: t.mayNotWrite, tone: 'fault' });
    else void note.run({ client, notices, language }, (address) => navigator.go(address), noteOf(said));
  }, [waiting, isFiling, client, rights, modules, navigator, notices, language, t]);
}
