import { stateOf, type EntryRow, type State } from '@kontor/contract/activity';
import { documentQueries, type DocumentDetail, type DocumentVersion } from '@kontor/contract/document';
import { Suspense, useMemo, type ReactNode } from 'react';
import { useClient } from '../../client/react.tsx';
import { useFormats, useTexts } from '../../shell/index.ts';
import { fileIcon } from '../../ui/file-icons.ts';
import { Requested } from '../../ui/held-keys.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { Icon, IconButton } from '../../ui/parts.tsx';
import { Others, RelatedItems, StatePills, activityTexts } from '../activity/index.tsx';
import { LinkLine } from '../record/index.tsx';
import { texts } from './texts.ts';
import { useNoBox } from './use-no-box.ts';

const loadViewer = () => import('../../shell/viewer/viewer.tsx');
const Bytes = lazily(() => loadViewer().then((module) => module.Bytes));
const VersionViewer = lazily(() => import('./version-viewer.tsx').then((module) => module.VersionViewer));

/** All of a document. `form` stands in the place of what is known of it while it is edited. */
export function DocumentContent({
  details,
  row,
  shown,
  isGone,
  form,
  onShow,
  onState,
  onDownload,
}: {
  details: DocumentDetail;
  row: EntryRow | undefined;
  /** Which of its versions is looked at in the viewer, from the newest. */
  shown: number | undefined;
  /** Taken away meanwhile: nothing of it is shown any more but the form. */
  isGone: boolean;
  form: ReactNode;
  onShow: (index: number | undefined) => void;
  onState: (state: State) => void;
  onDownload: (filename: string, version: number | null) => Promise<void>;
}) {
  const t = useTexts(texts);
  const a = useTexts(activityTexts);
  const client = useClient();
  const { aggregateId, filename, versions } = details;
  const newest = versions[0]?.version ?? 1;
  return (
    <>
      <header className="document-head">
        <h1 tabIndex={-1}>
          <Icon name={fileIcon(details.fileType, details.filename)} /> {details.title || t.untitled}
        </h1>
        {form === undefined ? <Facts details={details} /> : <Suspense>{form}</Suspense>}
        {isGone ? null : (
          <div className="document-states">
            <StatePills
              state={row === undefined ? undefined : stateOf(row.status)}
              label={a.stateLabel}
              onState={onState}
            />
            {row === undefined ? null : <Others row={row} words />}
          </div>
        )}
      </header>
      {isGone ? null : (
        <>
          <LinkLine
            key={aggregateId}
            aggregateId={aggregateId}
            links={details.links}
            people={[]}
            about={undefined}
            isKeyed={form === undefined}
          />
          <RelatedItems items={details.related} />
          <section className="document-preview viewer" aria-label={t.preview}>
            <Suspense>
              <Bytes
                key={newest}
                name={filename}
                fetch={(signal) =>
                  client.ask.bytes(documentQueries.preview, { aggregateId, version: newest }, { signal })
                }
                onDownload={() => void onDownload(filename, null)}
              />
            </Suspense>
          </section>
          <Versions
            versions={versions}
            onShow={onShow}
            onDownload={({ filename: name, version }) => void onDownload(name, version)}
          />
          {shown === undefined ? null : (
            <Requested>
              <VersionViewer
                aggregateId={aggregateId}
                versions={versions}
                first={shown}
                onDownload={({ filename: name, version }) => void onDownload(name, version)}
                onClose={() => onShow(undefined)}
              />
            </Requested>
          )}
        </>
      )}
    </>
  );
}

/** What is known of a document. */
function Facts({ details }: { details: DocumentDetail }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const { categories, buzzwords } = details;
  const noBox = useNoBox(details);
  const facts = useMemo(
    (): readonly (readonly [string, string])[] => [
      [t.author, details.author],
      [t.time, formats.full(details.timestamp)],
      [t.box, details.postbox || noBox],
      [t.buzzwords, buzzwords],
      [t.categories, categories.map(({ title }) => title).join(', ')],
    ],
    [t, formats, details, noBox, buzzwords, categories],
  );
  return (
    <dl className="facts">
      <dt>{t.file}</dt>
      <dd>
        {details.filename} <span className="quiet">{formats.size(details.filesize)}</span>
        {details.isPasswordLocked ? (
          <span className="document-locked">
            <Icon name="lock-simple" small /> {t.locked}
          </span>
        ) : null}
      </dd>
      {facts.map(([label, text]) =>
        text === '' ? null : (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Its files, the newest first: each can be looked at and saved. */
function Versions({
  versions,
  onShow,
  onDownload,
}: {
  versions: readonly DocumentVersion[];
  onShow: (index: number) => void;
  onDownload: (version: DocumentVersion) => void;
}) {
  const t = useTexts(texts);
  const formats = useFormats();
  return (
    <section className="document-versions" aria-labelledby="document-versions">
      <h2 id="document-versions">{t.versions}</h2>
      <ul>
        {versions.map((one, index) => (
          <li key={one.version}>
            <button type="button" onClick={() => onShow(index)}>
              <Icon name={fileIcon(one.fileType, one.filename)} small />
              <span className="document-version">{t.version(one.version, one.filename)}</span>
              <span className="quiet">
                {one.author} · {formats.full(one.timestamp)} · {formats.size(one.filesize)}
              </span>
            </button>
            <IconButton icon="download-simple" label={t.downloadVersion(one.version)} onClick={() => onDownload(one)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
