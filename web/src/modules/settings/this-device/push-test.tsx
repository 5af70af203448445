import { pushCommands, pushQueries, PUSH_TEST_STEPS } from '@kontor/contract/settings';
import type { ResultOf } from '@kontor/contract/kernel';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { Button, Callout, Icon } from '../../../ui/parts.tsx';
import { deviceTexts } from './device-texts.ts';

type Steps = ResultOf<typeof pushQueries.testState>['steps'];

/** How often it is asked how far the test is, and for how long, in milliseconds. */
const EVERY_MS = 1000;
const MAX_MS = 30_000;

interface Run {
  readonly state: 'running' | 'done' | 'lost' | 'failed';
  readonly steps: Steps;
}

/** Sends a push to this device, and shows how far on its way it has come. */
export function PushTest() {
  const t = useTexts(deviceTexts);
  const formats = useFormats();
  const client = useClient();
  const [run, setRun] = useState<Run>();
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  const start = async (): Promise<void> => {
    stop.current.abort();
    const { signal } = (stop.current = new AbortController());
    const say = (next: Run): void => {
      if (!signal.aborted) setRun(next);
    };
    say({ state: 'running', steps: [] });
    try {
      const { testId } = await client.sendNow(pushCommands.test, {});
      const end = client.env.now() + MAX_MS;
      for (;;) {
        const { steps } = await client.ask.run(pushQueries.testState, { testId }, signal);
        const hasArrived = steps.some(({ step, at }) => step === 'arrived' && at !== null);
        const isStuck = steps.some(({ problem }) => problem !== null) || client.env.now() >= end;
        say({ state: hasArrived ? 'done' : isStuck ? 'lost' : 'running', steps });
        if (hasArrived || isStuck || signal.aborted) return;
        await client.env.sleep(EVERY_MS, signal);
        if (signal.aborted) return;
      }
    } catch {
      say({ state: 'failed', steps: [] });
    }
  };

  const first = run?.steps.find(({ at }) => at !== null)?.at ?? 0;
  const last = run?.steps.findLast(({ at }) => at !== null)?.at ?? 0;
  const ms = (at: number): string => t.milliseconds(formats.number(Math.max(0, at - first)));
  const isRunning = run?.state === 'running';
  return (
    <div className="push-test">
      <Button icon="bell" aria-disabled={isRunning} onClick={() => (isRunning ? undefined : void start())}>
        {isRunning ? t.testing : t.test}
      </Button>
      <p className="quiet">{t.testHint}</p>
      {run === undefined || run.state === 'failed' ? null : (
        <ol className="framed-list push-steps" aria-label={t.testTitle}>
          {PUSH_TEST_STEPS.map((name) => {
            const found = run.steps.find(({ step }) => step === name);
            // A server that reaches the service itself has no relay to go by.
            const isSkipped =
              found === undefined ? run.steps.length > 0 : found.at === null && last > 0 && isPassed(run.steps, name);
            const state =
              found?.problem != null ? 'fault' : found?.at != null ? 'done' : isSkipped ? 'skipped' : 'open';
            return (
              <li key={name} data-state={state}>
                <Icon name={state === 'fault' ? 'warning' : state === 'done' ? 'check-circle' : 'clock'} />
                <span className="framed-name">
                  {t.steps[name]}
                  {found?.problem == null ? null : <span className="hint">{t.stepFaults[found.problem]}</span>}
                </span>
                <span className="quiet">
                  {found?.at != null ? t.stepDone(ms(found.at)) : isSkipped ? t.stepSkipped : t.stepOpen}
                </span>
              </li>
            );
          })}
        </ol>
      )}
      <Said run={run} done={t.testDone(ms(last))} onRetry={() => void start()} />
    </div>
  );
}

/** Whether a later step was reached. */
function isPassed(steps: Steps, name: Steps[number]['step']): boolean {
  const index = PUSH_TEST_STEPS.indexOf(name);
  return steps.some(({ step, at }) => at !== null && PUSH_TEST_STEPS.indexOf(step) > index);
}

function Said({ run, done, onRetry }: { run: Run | undefined; done: string; onRetry: () => void }) {
  const t = useTexts(deviceTexts);
  if (run === undefined || run.state === 'running') return null;
  if (run.state === 'done')
    return (
      <Callout tone="good" icon="check-circle">
        {done}
      </Callout>
    );
  return (
    <Callout tone="fault" icon="warning" action={<Button onClick={onRetry}>{t.retry}</Button>}>
      {run.state === 'lost' ? t.testLost : t.testFailed}
    </Callout>
  );
}
