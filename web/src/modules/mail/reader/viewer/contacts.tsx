import { previewQueries } from '@kontor/contract/mail';
import { useAsk, useClient } from '../../../../client/react.tsx';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { copyText } from '../../../../ui/copy.ts';
import { IconButton, StatePage } from '../../../../ui/parts.tsx';
import { writeAddress } from '../../composer/address.ts';
import { Failed, Waiting } from '../../../../shell/viewer/not-shown.tsx';
import { viewerTexts } from './texts.ts';

interface Props {
  readonly aggregateId: string;
  readonly storageKey: string;
  readonly onDownload: () => void;
  /** Closes the viewer: what was chosen opens beside it. */
  readonly onLeave: () => void;
}

/** The people of a file. */
export function Contacts({ aggregateId, storageKey, onDownload, onLeave }: Props) {
  const t = useTexts(viewerTexts);
  const client = useClient();
  const { tabs, notices } = useShell();
  const { data, failure, retry } = useAsk(previewQueries.attachedContacts, { aggregateId, storageKey });
  if (data === undefined)
    return failure === undefined ? <Waiting /> : <Failed failure={failure} onRetry={retry} onDownload={onDownload} />;
  if (data.length === 0) return <StatePage icon="address-book" title={t.noContacts} />;
  const write = (to: string): void => {
    onLeave();
    tabs.open(writeAddress(client, { kind: 'new', to }), 'beside');
  };
  const copy = async (text: string): Promise<void> => {
    if (await copyText(text)) notices.show({ text: t.copied });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className="viewer-stage" tabIndex={0} role="region" aria-label={t.contacts}>
      <div className="viewer-sheet">
        <ul className="viewer-cards">
          {data.map(({ name, organisation, emails, phones, addresses, birthday, note }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- people of a file have no names of their own to be told by
            <li key={index}>
              <h3>{name || organisation || t.noName}</h3>
              <dl className="facts">
                <Fact label={t.organisation} lines={organisation === name ? [] : [organisation]} />
                {emails.length === 0 ? null : (
                  <>
                    <dt>{t.mail}</dt>
                    <dd>
                      {emails.map((email) => (
                        <div key={email}>
                          <button type="button" className="link-button" onClick={() => write(email)}>
                            {email}
                          </button>
                        </div>
                      ))}
                    </dd>
                  </>
                )}
                {phones.length === 0 ? null : (
                  <>
                    <dt>{t.phone}</dt>
                    <dd>
                      {phones.map((phone) => (
                        <div key={phone}>
                          {phone}
                          <IconButton icon="copy" label={`${t.copy}: ${phone}`} onClick={() => void copy(phone)} />
                        </div>
                      ))}
                    </dd>
                  </>
                )}
                <Fact label={t.address} lines={addresses} />
                <Fact label={t.birthday} lines={[birthday]} />
                <Fact label={t.note} lines={[note]} />
              </dl>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Fact({ label, lines }: { label: string; lines: readonly string[] }) {
  const full = lines.filter((line) => line !== '');
  if (full.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      {full.map((line) => (
        <dd key={line} className="viewer-note">
          {line}
        </dd>
      ))}
    </>
  );
}
