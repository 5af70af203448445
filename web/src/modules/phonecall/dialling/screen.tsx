import './dialling.css';
import { phonecallQueries, type DialFault } from '@kontor/contract/phonecall';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { detailHref, useMedia, useShell, useSplit, useTexts, type ScreenProps } from '../../../shell/index.ts';
import { dialOf } from '../../../shell/numbers/dial-of.ts';
import { useTabTitle } from '../../../shell/tabs/use-tab-title.ts';
import { Button, Icon, IconButton } from '../../../ui/parts.tsx';
import { dialledRecordOf, newCallHref } from '../addresses.ts';
import { nameText } from '../naming/rules.ts';
import { namingTexts } from '../naming/texts.ts';
import { dialIntent } from './intent.ts';
import type { Dialling } from './rules.ts';
import { dialTexts } from './texts.ts';
import { TroubleNote } from './trouble.tsx';
import { useDialling } from './use-dialling.ts';

/** Calls the number of its address: at once where the person has just asked for it here, else once they say so. */
export function DialScreen({ params, address }: ScreenProps) {
  const t = useTexts(dialTexts);
  const number = params['desiredPhoneNumberToContact'] ?? '';
  const wide = useSplit();
  const { navigator, tabs } = useShell();
  useTabTitle(t.title(number));
  const close = (): void => (wide ? tabs.leave() : navigator.back());
  return (
    <>
      <div className="toolbar" role="toolbar" aria-label={t.title(number)}>
        {wide ? null : <IconButton icon="arrow-left" label={t.back} onClick={close} />}
        <span className="grow" />
        {wide ? <IconButton icon="x" label={t.close} hotkey="Escape" onClick={close} /> : null}
      </div>
      <article className="dial-page" data-scrolls>
        {dialOf(number) === '' ? (
          <Said icon="prohibit" title={t.invalid}>
            {t.invalidHint}
          </Said>
        ) : (
          <Call key={address} {...{ number, address, close }} id={params['id'] ?? ''} />
        )}
      </article>
    </>
  );
}

function Call({ number, address, id, close }: { number: string; address: string; id: string; close: () => void }) {
  const client = useClient();
  const { tabs } = useShell();
  const isHeld = useMedia('(pointer: coarse) and (max-width: 600px)');
  const about = dialledRecordOf(id);
  const dialling = useDialling(
    {
      calledNumber: dialOf(number),
      idoLinkings: about === undefined ? [] : [{ idoId: about.idoId, idoInstanceId: about.idoInstanceId }],
      contactPersonId: about?.contactPersonId ?? null,
    },
    (aggregateId) => {
      const call = detailHref({ module: 'phonecall', aggregateId }, 'module');
      // It stands in the place of the screen that began it.
      tabs.leave();
      tabs.open(call, 'keep');
    },
  );
  const { data: configuration } = useAsk(phonecallQueries.outgoingConfiguration, {});
  const { state } = dialling;
  // Who is asked once more calls the way they wanted to.
  const chosen = useRef({ byDevice: isHeld });
  const start = (how: { confirmed?: boolean; byDevice?: boolean } = {}): void => {
    chosen.current = { byDevice: how.byDevice ?? chosen.current.byDevice };
    void dialling.start({ ...how, ...chosen.current });
  };
  const wanted = useValue(dialIntent);
  const begin = useEffectEvent(() => {
    dialIntent.set(undefined);
    if (state.kind !== 'dialling' && state.kind !== 'starting') start();
  });
  useEffect(() => {
    if (wanted === address) begin();
  }, [wanted, address]);
  const note = (): void =>
    tabs.open(newCallHref(client.env.newId(), { number, direction: 1, record: about }), 'beside');
  const fault = state.kind === 'ready' && !isHeld ? configuration?.error || undefined : undefined;
  return <State {...{ number, state, dialling, fault, start, note, close }} />;
}

interface StateProps {
  readonly number: string;
  readonly state: Dialling;
  readonly dialling: ReturnType<typeof useDialling>;
  /** What is wrong with how the person's calls are made, before one is begun. */
  readonly fault: DialFault | undefined;
  readonly start: (how?: { confirmed?: boolean; byDevice?: boolean }) => void;
  readonly note: () => void;
  readonly close: () => void;
}

function State({ number, state, dialling, fault, start, note, close }: StateProps) {
  const t = useTexts(dialTexts);
  const who = useWho(number);
  const byDevice = (
    <Button icon="device-mobile" onClick={() => start({ byDevice: true })}>
      {t.byDevice}
    </Button>
  );
  const noteButton = (
    <Button icon="phone-plus" onClick={note}>
      {t.note}
    </Button>
  );
  const trouble =
    dialling.trouble === undefined ? null : (
      <TroubleNote
        trouble={dialling.trouble}
        onOpened={dialling.opened}
        onRetry={() => ('begun' in state ? void dialling.hangUp(state.begun) : undefined)}
      />
    );
  const hangUp = (given: Dialling): ReactNode =>
    'begun' in given && given.begun.canHangUp ? (
      <Button
        kind="danger"
        icon="phone-disconnect"
        aria-disabled={dialling.isHangingUp}
        onClick={() => void dialling.hangUp(given.begun)}
      >
        {dialling.isHangingUp ? t.hangingUp : t.hangUp}
      </Button>
    ) : null;
  switch (state.kind) {
    case 'ready':
      return fault === undefined ? (
        <Said icon="phone" title={t.ready(number)} who={who}>
          <Button kind="primary" icon="phone" autoFocus onClick={() => start()}>
            {t.call}
          </Button>
        </Said>
      ) : (
        <NotSetUp fault={fault}>
          {byDevice}
          {noteButton}
        </NotSetUp>
      );
    case 'starting':
    case 'dialling':
      return (
        <Said icon="spinner" title={t.phone_call_initialize_phone_call(number)} who={who} isBusy>
          {state.kind === 'starting' ? null : <p className="quiet">{t.dialHint}</p>}
          {trouble}
          {hangUp(state)}
        </Said>
      );
    case 'confirm': {
      const { title, hint } = t.confirm[state.why];
      return (
        <Said icon="warning" title={title} who={`${number}${who === '' ? '' : `, ${who}`}`} isAlert>
          <p>{hint}</p>
          <div className="dial-buttons">
            <Button autoFocus onClick={close}>
              {t.cancel}
            </Button>
            <Button kind="primary" icon="phone" onClick={() => start({ confirmed: true })}>
              {t.confirmCall}
            </Button>
          </div>
        </Said>
      );
    }
    case 'refused':
      return state.fault === undefined ? (
        <Said icon="phone-slash" title={saidOf(t, state)} who={who} isAlert>
          <div className="dial-buttons">
            <Button kind="primary" onClick={() => start()}>
              {t.retry}
            </Button>
            {byDevice}
            {noteButton}
          </div>
        </Said>
      ) : (
        <NotSetUp fault={state.fault}>
          {byDevice}
          {noteButton}
        </NotSetUp>
      );
    case 'waiting': {
      const { isTold } = state.begun;
      return (
        <Said icon="phone-call" title={isTold ? t.waiting : t.notTold} who={who}>
          <p className="quiet">{isTold ? t.waitingHint : t.notToldHint}</p>
          {trouble}
          <div className="dial-buttons">
            {noteButton}
            {hangUp(state)}
            <Button onClick={close}>{t.close}</Button>
          </div>
        </Said>
      );
    }
    case 'ended':
      return (
        <Said icon="phone-disconnect" title={t.ended} who={who}>
          <div className="dial-buttons">
            <Button icon="phone" onClick={() => start()}>
              {t.again}
            </Button>
            {noteButton}
            <Button onClick={close}>{t.close}</Button>
          </div>
        </Said>
      );
  }
}

/** What is said of a refusal that has nothing to do with how calls are made. */
function saidOf(t: typeof dialTexts.de, state: Extract<Dialling, { kind: 'refused' }>): string {
  switch (state.code) {
    case 'PHONE_NUMBER_INVALID':
      return t.invalid;
    case 'PHONE_LIMIT':
      return t.limit[state.of ?? 'user'](state.max ?? 0);
    case 'PHONE_SYSTEM_AWAY':
      return t.away(state.status ?? 0);
    case 'PHONE_UNKNOWN':
      return t.unknown;
    case 'OFFLINE':
      return t.offline;
    case 'RIGHT_MISSING':
      return t.RIGHT_MISSING;
    default:
      return t.other;
  }
}

/** Who the number belongs to; empty where nobody is known. */
function useWho(number: string): string {
  const n = useTexts(namingTexts);
  const naming = useAsk(phonecallQueries.whoIs, { number: dialOf(number) }).data;
  return naming === undefined ? '' : nameText(naming, n.or);
}

function NotSetUp({ fault, children }: { fault: DialFault; children: ReactNode }) {
  const t = useTexts(dialTexts);
  const { what, todo } = t.faults[fault];
  return (
    <Said icon="phone-slash" title={what} isAlert>
      <p>{todo}</p>
      <div className="dial-buttons">{children}</div>
    </Said>
  );
}

function Said({
  icon,
  title,
  who = '',
  isBusy = false,
  isAlert = false,
  children,
}: {
  icon: 'phone' | 'phone-call' | 'phone-slash' | 'phone-disconnect' | 'prohibit' | 'spinner' | 'warning';
  title: string;
  who?: string;
  isBusy?: boolean;
  isAlert?: boolean;
  children?: ReactNode;
}) {
  return (
    <section className="dial-said" aria-busy={isBusy}>
      <span className="dial-sign" data-busy={isBusy}>
        <Icon name={icon} />
      </span>
      <div role={isAlert ? 'alert' : 'status'}>
        <h1>{title}</h1>
      </div>
      {who === '' ? null : <p className="quiet">{who}</p>}
      {children}
    </section>
  );
}
