import './phone.css';
import { pushCommands } from '@kontor/contract/settings';
import type { Kontor } from '../../client/kontor.ts';
import type { Device, Pushed } from '../../device/device.ts';
import { loadDevice } from '../../device/index.ts';
import { saySaved } from '../../ui/save-file.ts';
import type { Shell } from '../context.tsx';
import { languageOf } from '../language.ts';
import { isLocked } from '../lock/locked.ts';
import { goBack } from './going-back.ts';
import { openIn } from './open-in.ts';
import { onOpenedLink } from './opened-links.ts';
import { phoneTexts } from './phone-texts.ts';
import { accountOfPush, addressOfPush, testOfPush } from './pushed-address.ts';

/** How long it is said that a file was saved, in milliseconds. */
const SAID_MS = 1000;

type PhoneShell = Pick<Shell, 'navigator' | 'notices' | 'settings'>;

/** Says in the middle of the page that a file lies in the folder of documents. */
function sayInTheMiddle(text: string): void {
  document.querySelector('.phone-saved')?.remove();
  const element = document.createElement('p');
  element.className = 'phone-saved';
  element.setAttribute('role', 'status');
  element.dataset['notice'] = 'document_download_to_documents_successful';
  element.textContent = text;
  document.body.append(element);
  setTimeout(() => element.remove(), SAID_MS);
}

function follow(
  device: Device,
  kontor: Kontor,
  { navigator: appNavigator, notices, settings }: PhoneShell,
): () => void {
  const t = () => {
    const { language } = settings.get();
    return phoneTexts[language === 'auto' ? languageOf(navigator.language) : language];
  };
  const signedIn = () => kontor.accountEntries.get().filter(({ state }) => state === 'in');
  const accountOf = (pushed: Pushed): string | undefined =>
    accountOfPush(
      pushed,
      signedIn().map(({ key, account, client }) => ({ key, account, userId: client?.user.get()?.id })),
    );

  async function open(account: string | undefined, address: string): Promise<void> {
    const isOpen = account !== undefined && (await openIn(kontor, appNavigator, account, address));
    if (!isOpen) notices.show({ text: t().notSignedIn, tone: 'fault' });
  }
  async function arrive(pushed: Pushed): Promise<void> {
    const testId = testOfPush(pushed);
    const account = accountOf(pushed);
    const client = signedIn().find(({ key }) => key === account)?.client;
    if (testId !== undefined) await client?.sendNow(pushCommands.testArrived, { testId });
  }

  const stops = [
    device.push.onTap((pushed) => {
      const account = accountOf(pushed);
      void arrive(pushed).catch(() => undefined);
      void open(account, addressOfPush(pushed, account ?? ''));
    }),
    device.push.onPush((pushed) => void arrive(pushed).catch(() => undefined)),
    onOpenedLink((origin, address) => {
      const shown = kontor.session.get().client?.key;
      const own = signedIn().filter(({ account }) => account.url === origin);
      void open((own.find(({ key }) => key === shown) ?? own[0])?.key, address);
    }),
    // Locked, there is nothing to go back in.
    device.links.onBack(() => !isLocked.get() && goBack(window, appNavigator)),
    saySaved({
      kept: (name) => sayInTheMiddle(t().saved(name)),
      failed: (name, again) =>
        notices.show({ text: t().notSaved(name), tone: 'fault', action: { label: t().again, run: again } }),
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Goes where the phone leads, and says what it does itself, for as long as an account is shown. Returns the function that stops it. */
export function followPhone(kontor: Kontor, shell: PhoneShell): () => void {
  let isOver = false;
  let stop = (): void => undefined;
  void loadDevice().then(
    (device) => {
      if (!isOver) stop = follow(device, kontor, shell);
    },
    () => undefined,
  );
  return () => {
    isOver = true;
    stop();
  };
}
