import './kinds.css';
import { kindQueries } from '@kontor/contract/record';
import { useState } from 'react';
import { useAsk, useValue } from '../../../client/react.tsx';
import { Failed, useGo, useShell, useTexts } from '../../../shell/index.ts';
import { GonePage } from '../../../shell/failures/gone-page.tsx';
import { SkeletonBlock, Button } from '../../../ui/parts.tsx';
import { kindIn, kindsHref } from './address.ts';
import { Designer } from './designer.tsx';
import { KindList } from './kind-list.tsx';
import { kindTexts } from './kind-texts.ts';

/** The kinds of records, for administrators: all of them, or the one that is designed. */
export function RecordKinds() {
  const { navigator } = useShell();
  const kind = kindIn(useValue(navigator.address));
  if (kind === undefined) return <KindList />;
  if (kind === 'new') return <NewKind />;
  return <OneKind key={kind} idoInstanceId={kind} />;
}

/** A kind that is made goes on being designed under its number. */
function NewKind() {
  const go = useGo();
  return <Designer whole={undefined} onMade={(id) => go(kindsHref(id), { replace: true })} />;
}

function OneKind({ idoInstanceId }: { idoInstanceId: number }) {
  const t = useTexts(kindTexts);
  const go = useGo();
  const { data, failure, retry } = useAsk(kindQueries.kind, { idoInstanceId });
  // What is being designed stays to be seen, whatever becomes of the connection.
  const [kept, setKept] = useState(data);
  if (data !== undefined && data !== kept) setKept(data);
  const whole = data ?? kept;
  if (whole !== undefined) return <Designer whole={whole} onMade={() => undefined} />;
  const back = <Button onClick={() => go(kindsHref())}>{t.back}</Button>;
  if (failure === undefined) return <SkeletonBlock width="100%" height={360} />;
  if (failure.status === 404) return <GonePage icon="address-book" title={t.gone} action={back} wasKnown={false} />;
  return <Failed failure={failure} title={t.failed} onRetry={retry} />;
}
