import type { CodeRequest } from '@kontor/contract/account';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { askPasskey, canUsePasskeys } from '../../../client/passkeys.ts';
import { useKontor } from '../../../client/react.tsx';
import { addressBack, checkCodeRequest, issueCode, readCodeRequest } from '../../../client/sign-in-elsewhere.ts';
import { findInstance } from '../../../client/sign-in.ts';
import { type FoundInstance } from '../../../client/auth-request.ts';
import { useTexts } from '../../../shell/index.ts';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { SkeletonBlock, Button } from '../../../ui/parts.tsx';
import { useProblem } from '../use-problem.ts';
import { elsewhereTexts } from './elsewhere-texts.ts';
import { Frame } from './frame.tsx';
import { texts } from './texts.ts';

type Verdict = 'incomplete' | 'refused' | 'failed';

/** Whether who asks may be answered, and for which instance. `again` asks once more. */
function useVerdict(request: CodeRequest | undefined, onFound: (instance: FoundInstance) => void) {
  const { env } = useKontor();
  const [instance, setInstance] = useState<FoundInstance>();
  const [verdict, setVerdict] = useState<Verdict | undefined>(request === undefined ? 'incomplete' : undefined);
  const check = useCallback(async () => {
    if (request === undefined) return;
    try {
      await checkCodeRequest(env, request);
      const found = await findInstance(env, request.instance);
      if (typeof found === 'string') return setVerdict(found === 'unreachable' ? 'failed' : 'incomplete');
      // Where that name is found elsewhere, its passkeys are none of this page's.
      if (!found.own) return setVerdict('incomplete');
      onFound(found);
      setInstance(found);
    } catch (error) {
      const { status } = asFailure(error);
      setVerdict(status === 403 ? 'refused' : status === 404 || status === 422 ? 'incomplete' : 'failed');
    }
  }, [env, request, onFound]);
  useEffect(() => {
    const timer = setTimeout(() => void check(), 0);
    return () => clearTimeout(timer);
  }, [check]);
  const again = (): void => {
    setVerdict(undefined);
    void check();
  };
  return { instance, verdict, again };
}

/**
 * The instance's own page, to which a client of another origin has sent somebody for a passkey. Whoever is signed in here is asked no less:
 * nothing is handed out but for a signature, after a press of the button.
 */
export function ForElsewhere({
  fragment,
  onFound,
  onStay,
}: {
  fragment: string;
  onFound: (instance: FoundInstance) => void;
  onStay: () => void;
}) {
  const t = useTexts(elsewhereTexts);
  const all = useTexts(texts);
  const request = useMemo(() => readCodeRequest(fragment), [fragment]);
  const { instance, verdict, again } = useVerdict(request, onFound);
  useEffect(() => {
    // Nothing in it is secret, and a page that is loaded again goes on where it was.
    window.history.replaceState(null, '', `#${fragment}`);
  }, [fragment]);

  if (verdict === 'failed')
    return (
      <Frame title={t.failedTitle}>
        <p>{all.faults.offline}</p>
        <Button kind="primary" onClick={again}>
          {t.retry}
        </Button>
      </Frame>
    );
  if (verdict !== undefined || request === undefined)
    return (
      <Frame title={t.refusedTitle}>
        <p>{verdict === 'refused' && request !== undefined ? refusalOf(request, t) : t.incomplete}</p>
        <Button
          kind="primary"
          onClick={() => {
            window.history.replaceState(null, '', window.location.pathname);
            onStay();
          }}
        >
          {t.stay}
        </Button>
      </Frame>
    );
  if (instance === undefined)
    return (
      <Frame title={t.checking}>
        <SkeletonBlock width="100%" height={120} />
      </Frame>
    );
  return <Prove request={request} instance={instance} />;
}

function Prove({ request, instance }: { request: CodeRequest; instance: FoundInstance }) {
  const t = useTexts(elsewhereTexts);
  const all = useTexts(texts);
  const { env } = useKontor();
  const problem = useProblem();
  const [state, setState] = useState<'asking' | 'signing' | 'leaving'>('asking');
  const [fault, setFault] = useState<string>();
  const [toApp, setToApp] = useState<string>();

  const goBack = (code?: string): void => {
    setState('leaving');
    const address = addressBack(env, request, code);
    // A browser opens no app for who has not pressed anything just now; and the page stays where it is while it does.
    if (request.app !== undefined) setToApp(address);
    // In the place of this page: a step back leads to where the person was, not here once more.
    window.location.replace(address);
  };
  const sentence = (failure: Failure): string | undefined => {
    if (failure.status === 403) return failure.code === 'USER_NOT_UNLOCKED' ? t.locked : refusalOf(request, t);
    return failure.status === 404 || failure.code === 'PASSKEY_FAILED' ? t.unknownKey : problem(failure);
  };
  const signIn = async (): Promise<void> => {
    if (state !== 'asking') return;
    setState('signing');
    setFault(undefined);
    try {
      const answer = await askPasskey(env, instance, { offer: false, signal: new AbortController().signal });
      goBack(await issueCode(env, instance, request, answer));
    } catch (error) {
      setFault(sentence(asFailure(error)));
      setState('asking');
    }
  };
  const possible = canUsePasskeys();
  if (toApp !== undefined)
    return (
      <Frame title={t.toApp}>
        <p>{t.toAppMore}</p>
        <a className="button" data-kind="primary" href={toApp}>
          {t.openApp}
        </a>
      </Frame>
    );
  return (
    <Frame title={t.title(instance.info.title)}>
      <p>{request.app === undefined ? t.ask(hostOf(request.redirect)) : t.askApp(request.app)}</p>
      <p className="quiet">{possible ? t.askMore : t.impossible}</p>
      <div role="alert">
        <FaultNote text={fault} />
      </div>
      {possible ? (
        <Button
          kind="primary"
          icon="fingerprint"
          autoFocus
          aria-disabled={state !== 'asking'}
          onClick={() => void signIn()}
        >
          {state === 'signing' ? all.passkeyWaits : state === 'leaving' ? t.leaving : all.passkey}
        </Button>
      ) : null}
      <Button kind="plain" icon="arrow-left" onClick={() => goBack()}>
        {t.cancel}
      </Button>
    </Frame>
  );
}

const refusalOf = (
  { redirect, app }: CodeRequest,
  t: Pick<(typeof elsewhereTexts)['de'], 'refused' | 'refusedApp'>,
): string => (app === undefined ? t.refused(hostOf(redirect)) : t.refusedApp);

/** As people know it: without the scheme where it is encrypted. */
function hostOf(origin: string): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  return url?.protocol === 'https:' ? url.host : origin;
}
