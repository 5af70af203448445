import { activityCommands } from '@kontor/contract/activity';
import { ALARM_TYPES } from '@kontor/contract/alarm';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { useEffect } from 'react';
import { useClient, useKontor, useValue } from '../../client/react.tsx';
import { createValue } from '../../client/value.ts';
import { sendKeptAnswers, wantAnswer } from '../../shell/background/answers.ts';
import { pathOf, useShell, useTexts } from '../../shell/index.ts';
import type { Alarms } from './use-alarms.ts';
import type { Doing } from './use-doing.ts';
import { isConfirmedByOpening, nameOf } from './rules.ts';
import { texts } from './texts.ts';

const HOUR_MINUTES = 60;
const NAMES = ['alarm', 'type', 'id', 'done', 'answer', 'of'];

/** What a notification has asked for: its button could not do it by itself. Kept while another account is entered for it. */
interface Arrival {
  readonly account: string;
  readonly params: URLSearchParams;
  /** Where what it is about is shown. */
  readonly address: string;
}

const NONE: Arrival | undefined = undefined;
const arrived = createValue<Arrival | undefined>(NONE);

/** What an address asks for beside what it shows, and the address without that. */
function arrivalAt(address: string): Arrival | undefined {
  const params = new URLSearchParams(address.slice(pathOf(address).length + 1));
  const account = params.get('of');
  if (account === null) return undefined;
  const rest = new URLSearchParams([...params].filter(([name]) => !NAMES.includes(name)));
  return { account, params, address: `${pathOf(address)}${rest.size === 0 ? '' : `?${rest}`}` };
}

/** Does what the page was opened for by a notification, for whichever account of this device, or says why not. */
export function useArrivals(alarms: Alarms, doing: Doing, onList: () => void): void {
  const client = useClient();
  const kontor = useKontor();
  const t = useTexts(texts);
  const { navigator: appNavigator, notices } = useShell();
  const address = useValue(appNavigator.address);
  const waiting = useValue(arrived);
  const { all, isSure } = alarms;
  useEffect(() => {
    const arrival = arrivalAt(address);
    if (arrival === undefined) return;
    arrived.set(arrival);
    if (arrival.account === client.key) appNavigator.go(arrival.address, { replace: true });
    else {
      appNavigator.go('/', { replace: true });
      if (kontor.show(arrival.account)) return;
      arrived.set(undefined);
      notices.show({ text: t.otherAccount, tone: 'fault' });
    }
  }, [address, client, kontor, appNavigator, notices, t]);

  useEffect(() => {
    if (waiting?.account !== client.key || !isSure || all === undefined) return;
    const { params, address: wanted } = waiting;
    arrived.set(undefined);
    if (appNavigator.address.get() !== wanted) appNavigator.go(wanted);
    const done = params.get('done');
    const item = parseAggregateId(done ?? '');
    if (done !== null && item !== undefined) {
      const about = { patches: [[itemKey(item), { status: 3 }]] } as const;
      void client
        .enqueue(activityCommands.setState, { aggregateIds: [done], state: 'ready' }, about)
        .then(() => notices.show({ text: t.itemDone }));
    }
    const answered = parseAggregateId(params.get('answer') ?? '');
    if (answered !== undefined) {
      wantAnswer(itemKey(answered));
      void sendKeptAnswers(client).catch(() => undefined);
    }
    const action = params.get('alarm');
    if (action === 'list') onList();
    const type = ALARM_TYPES.find((known) => known === params.get('type'));
    if (action === null || action === 'list' || type === undefined) return;
    const name = nameOf({ type, id: Number(params.get('id')) });
    const alarm = all.find((one) => nameOf(one) === name);
    if (alarm === undefined) {
      if (action !== 'open') notices.show({ text: t.notConfirmed });
    } else if (action === 'hour') doing.delay(alarm, { minutes: HOUR_MINUTES });
    else if (action === 'ok' || isConfirmedByOpening(type)) doing.ok(alarm);
  }, [waiting, client, appNavigator, notices, all, isSure, doing, onList, t]);
}
