import type { PhonecallDetail } from '@kontor/contract/phonecall';
import { useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import { LOCALES } from '../../../shell/language.ts';
import { Button, Icon } from '../../../ui/parts.tsx';
import { untilText } from '../row/rules.ts';
import { texts } from './texts.ts';
import { useSaying } from './use-saying.ts';

/** Whether somebody is to be called back, by when and by whom. */
export function CallbackLine({
  details,
  isFixed,
  onChange,
}: {
  details: PhonecallDetail;
  isFixed: boolean;
  onChange: () => void;
}) {
  const t = useTexts(texts);
  const say = useSaying();
  const locale = LOCALES[useLanguage()];
  const zone = useZone();
  const now = useMinute();
  const { callbackDesired, callbackUntil, callbackBy } = details;
  if (!callbackDesired && isFixed) return null;
  const until = callbackUntil === null ? undefined : Date.parse(callbackUntil);
  const more = [
    ...(until === undefined ? [] : [t.until(untilText(until, { now, zone, locale }))]),
    ...(callbackBy === 0 ? [] : [t.callbackBy(say.person(callbackBy, details))]),
  ];
  return (
    <p className="call-callback" data-set={callbackDesired} data-late={until !== undefined && until < now}>
      <Icon name="bell" small />
      <span>{callbackDesired ? [t.callbackWanted, ...more].join(', ') : t.callbackNone}</span>
      {isFixed ? null : (
        <Button kind="plain" onClick={onChange}>
          {callbackDesired ? t.change : t.want}
        </Button>
      )}
    </p>
  );
}
