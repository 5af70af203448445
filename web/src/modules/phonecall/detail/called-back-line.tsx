import type { PhonecallDetail } from '@kontor/contract/phonecall';
import { detailHref, useFormats, useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { texts } from './texts.ts';

/** By whom, and when, somebody who was missed was called back, which has made the call Done. `onReopen`: it is to be New for the person again. */
export function CalledBackLine({
  details: { doneByCall },
  onReopen,
}: {
  details: PhonecallDetail;
  onReopen: () => void;
}) {
  const t = useTexts(texts);
  const formats = useFormats();
  const now = useMinute();
  const { tabs } = useShell();
  if (doneByCall === null) return null;
  const { aggregateId, name, at } = doneByCall;
  const said = t.calledBack(name, formats.short(at, now));
  const open = (): void => tabs.open(detailHref({ module: 'phonecall', aggregateId }, 'module'), 'beside');
  return (
    <p className="call-callback call-called-back">
      <Icon name="phone-outgoing" small />
      {aggregateId === '' ? (
        <span>{said}</span>
      ) : (
        <button type="button" className="call-name" onClick={open}>
          {said}
        </button>
      )}
      <Button kind="plain" onClick={onReopen}>
        {t.reopen}
      </Button>
    </p>
  );
}
