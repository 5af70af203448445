import './record.css';
import type { RecordResult } from '@kontor/contract/record';
import { KindDot } from './link-line.tsx';
import type { Named } from './links.ts';

/** A record that was found, as it is chosen and linked. */
export const named = (found: RecordResult): Named => ({
  idoId: found.idoId,
  idoInstanceId: found.instanceId,
  displayName: found.idoDisplayName,
  instanceTitle: found.instanceTitle,
  instanceColor: found.instanceColor,
});

/** What of the name tells a record from others that are called the same. */
const apart = ({ idoDisplayName, idoTitle }: RecordResult): string =>
  idoDisplayName.startsWith(idoTitle) ? idoDisplayName.slice(idoTitle.length).replace(/^[,\s]+/, '') : idoDisplayName;

/** How a record reads among those that were found. `more`: what is said at its end, as of which kind it is. */
export const FoundRecord = ({ found, more }: { found: RecordResult; more: string }) => (
  <>
    <KindDot color={found.instanceColor} />
    <span className="record-result-names">
      <span className="record-result-name">{found.idoTitle}</span>
      {apart(found) === '' ? null : <span className="quiet small">{apart(found)}</span>}
    </span>
    <span className="quiet small">{more}</span>
  </>
);
