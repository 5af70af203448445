import type { OneImport, ImportActs } from './acts.ts';
import { importQueries, type RecordInstance } from '@kontor/contract/record';
import type { CommandDefinition, ParamsInputOf } from '@kontor/contract/kernel';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk, useClient } from '../../../client/react.tsx';
import { ImportHead, type ImportStep } from '../../../shell/importing/head.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { SkeletonBlock, Button, StatePage } from '../../../ui/parts.tsx';
import { transferHref } from './address.ts';
import { Checked, Ended } from './outcome.tsx';
import { Progress } from './progress.tsx';
import { labelOf, targetsOf } from './fields.ts';
import { Setup } from './setup.tsx';
import { saidOf } from './said-of.ts';
import { texts, type ImportTexts } from './texts.ts';

const stepOf = ({ state, endedAt }: OneImport): ImportStep => {
  if (state === 'draft') return 'setup';
  if (state === 'checking' || state === 'checked') return 'check';
  return state === 'failed' && endedAt === null ? 'setup' : 'result';
};

/** One import, at the step that it is at: it is the server that knows, so whoever leaves finds it there again. */
export function Wizard({ importId, kinds }: { importId: number; kinds: readonly RecordInstance[] }) {
  const t = useTexts(texts);
  const client = useClient();
  const { navigator } = useShell();
  const { data, failure, retry } = useAsk(importQueries.import, { importId });
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [isChanged, setChanged] = useState(false);
  const kind = kinds.find(({ ID }) => ID === data?.idoInstanceId);
  const leave = (): void => navigator.go(transferHref());
  const send = async <D extends CommandDefinition>(command: D, params: ParamsInputOf<D>): Promise<boolean> => {
    setBusy(true);
    setFault(undefined);
    try {
      await client.sendNow(command, params);
      setChanged(false);
      retry();
      return true;
    } catch (error) {
      const { code, problem } = asFailure(error);
      setFault(code === 'RECORD_IMPORT_SETUP' ? setupSaid(t, kind, problem?.data) : saidOf(t, code));
      return false;
    } finally {
      setBusy(false);
    }
  };
  if (data === undefined || kind === undefined) {
    if (failure === undefined && data === undefined) return <SkeletonBlock width="100%" height={240} />;
    return (
      <StatePage
        icon="warning"
        title={failure === undefined ? t.problems.NOT_FOUND : saidOf(t, failure.code)}
        action={<Button onClick={leave}>{t.back}</Button>}
      />
    );
  }
  const acts: ImportActs = { isBusy, send, leave };
  const step = isChanged ? 'setup' : stepOf(data);
  const isAtWork = data.state === 'checking' || data.state === 'running' || data.state === 'undoing';
  return (
    <section className="import-page">
      <ImportHead name={data.name} step={step} back={t.back} onBack={leave} />
      <FaultNote text={fault} />
      {isAtWork ? (
        <Progress one={data} acts={acts} />
      ) : step === 'setup' ? (
        <Setup one={data} kind={kind} acts={acts} />
      ) : step === 'check' ? (
        <Checked one={data} kind={kind} acts={acts} onChange={() => setChanged(true)} />
      ) : (
        <Ended one={data} kind={kind} acts={acts} />
      )}
    </section>
  );
}

/** What is wrong with a mapping, as the server says it. */
function setupSaid(t: ImportTexts, kind: RecordInstance | undefined, data: unknown): string {
  const { faults = [] } = (data ?? {}) as {
    readonly faults?: readonly { readonly target: string; readonly why: keyof ImportTexts['setupFaults'] }[];
  };
  const targets = kind === undefined ? [] : targetsOf(kind);
  const said = faults.map(({ target, why }) =>
    t.setupFaults[why](target === '' ? '' : labelOf(targets, t.person, target)),
  );
  return [t.problems.RECORD_IMPORT_SETUP, ...said].join(' ');
}
