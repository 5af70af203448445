import { importQueries, type RecordImport, type RecordInstance } from '@kontor/contract/record';
import { useAsk } from '../../../client/react.tsx';
import { countsSaid } from '../../../shell/importing/outcome.tsx';
import { importTexts } from '../../../shell/importing/texts.ts';
import { Link, useFormats, useTexts } from '../../../shell/index.ts';
import { SkeletonBlock, Button, Callout, Icon } from '../../../ui/parts.tsx';
import { transferHref } from './address.ts';
import { texts } from './texts.ts';

/** What was brought in so far, each leading to where it is. */
export function Imports({ kinds }: { kinds: readonly RecordInstance[] }) {
  const t = useTexts(texts);
  const frame = useTexts(importTexts);
  const { data, failure, retry } = useAsk(importQueries.imports, {});
  return (
    <section className="import-card" aria-labelledby="record-imports-title">
      <h2 id="record-imports-title">{frame.history}</h2>
      {data === undefined ? (
        failure === undefined ? (
          <SkeletonBlock width="100%" height={56} />
        ) : (
          <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
            {t.failedTitle}
          </Callout>
        )
      ) : data.length === 0 ? (
        <p className="quiet">{t.none}</p>
      ) : (
        <ul className="import-list">
          {data.map((one) => (
            <Line key={one.importId} one={one} kinds={kinds} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ one, kinds }: { one: RecordImport; kinds: readonly RecordInstance[] }) {
  const t = useTexts(texts);
  const frame = useTexts(importTexts);
  const formats = useFormats();
  const kind = kinds.find(({ ID }) => ID === one.idoInstanceId)?.Name ?? '';
  const said = [t.states[one.state], ...(one.state === 'draft' ? [] : countsSaid(frame, one))].join(', ');
  return (
    <li>
      <Link to={transferHref({ importId: one.importId })}>
        <span className="import-name">{one.name}</span>
        <span className="quiet small">{t.line(kind, formats.full(Date.parse(one.at) / 1000), one.byName)}</span>
        <span className="small">{said}</span>
      </Link>
      <Icon name="caret-right" small />
    </li>
  );
}
