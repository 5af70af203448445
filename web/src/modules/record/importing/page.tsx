import '../../../shell/importing/importing.css';
import { recordQueries } from '@kontor/contract/record';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { Failed, useShell, useTexts } from '../../../shell/index.ts';
import { SkeletonBlock, StatePage } from '../../../ui/parts.tsx';
import { aboutOf } from './address.ts';
import { BeginForm } from './begin-form.tsx';
import { ExportForm } from './export-form.tsx';
import { Imports } from './imports.tsx';
import { texts } from './texts.ts';
import { Wizard } from './wizard.tsx';

/** Records come in from files here, and go out into them; an import that is open has the page to itself. */
export function RecordTransfer() {
  const t = useTexts(texts);
  const { navigator } = useShell();
  const rights = useValue(useClient().configuration)?.rights;
  const { importId, kindId } = aboutOf(useValue(navigator.address));
  const { data: kinds, failure, retry } = useAsk(recordQueries.instances, {});
  if (kinds === undefined) {
    if (failure?.code === 'RIGHT_MISSING' || rights?.idoList === false)
      return (
        <StatePage icon="address-book" title={t.noRight}>
          {t.noRightHint}
        </StatePage>
      );
    if (failure !== undefined) return <Failed failure={failure} title={t.failedTitle} onRetry={retry} />;
    return <SkeletonBlock width="100%" height={240} />;
  }
  if (importId !== undefined) return <Wizard key={importId} importId={importId} kinds={kinds} />;
  return (
    <section className="import-page">
      {rights?.createIdo === true ? (
        <>
          <BeginForm kinds={kinds} kindId={kindId} />
          <Imports kinds={kinds} />
        </>
      ) : null}
      <ExportForm kinds={kinds} kindId={kindId} />
    </section>
  );
}
