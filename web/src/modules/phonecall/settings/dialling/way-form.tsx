import { DIAL_WAYS, phonecallCommands, type DialLocation, type Line } from '@kontor/contract/phonecall';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { EditedForm } from '../../../../shell/forms/edited-list.tsx';
import { useForm } from '../../../../shell/forms/use-form.ts';
import { useSendOnce } from '../../../../shell/forms/use-send-once.ts';
import { Check, PasswordField, SelectField, TextField } from '../../../../ui/fields.tsx';
import { useProblem } from '../../use-problem.ts';
import { dialSettingsTexts } from './texts.ts';

interface Draft {
  readonly title: string;
  readonly way: DialLocation['way'];
  readonly url: string;
  readonly urlInit: string;
  readonly urlHangup: string;
  readonly tokenId: string;
  readonly token: string;
  readonly callPolling: boolean;
  readonly lineId: number;
}

const SECRETS = ['url', 'urlInit', 'urlHangup', 'token'] as const;
const hasAddress = (way: DialLocation['way']): boolean => way === 'curlPost' || way === 'tapimasterExtern';

const NEW_WAY: Draft = {
  title: '',
  way: 'sipgateIO',
  url: '',
  urlInit: '',
  urlHangup: '',
  tokenId: '',
  token: '',
  callPolling: true,
  lineId: 0,
};
function beginWay(location: DialLocation | undefined): Draft {
  if (location === undefined) return NEW_WAY;
  const { title, way, url, urlInit, urlHangup, tokenId, callPolling, lineId } = location;
  return { title, way, url, urlInit, urlHangup, tokenId, token: '', callPolling, lineId: lineId ?? 0 };
}

/** A new way to make calls, or one that is there. What is stored secretly is kept where nothing is written in its place. */
export function WayForm({
  location,
  lines,
  onSaved,
  onClose,
}: {
  location: DialLocation | undefined;
  lines: readonly Pick<Line, 'lineId' | 'title'>[];
  onSaved: (locationId: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(dialSettingsTexts);
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const form = useForm<Draft>({
    title: location?.title ?? t.newTitle,
    start: beginWay(location),
    isValid: ({ title }) => title.trim() !== '',
    send: async ({ lineId, title, ...draft }) => {
      // An address that is shown without its secret part is the stored one for as long as nobody writes in it.
      const isKept = (key: (typeof SECRETS)[number]): boolean =>
        location !== undefined && (key === 'token' ? draft.token === '' : draft[key] === location[key]);
      const keeps = SECRETS.filter(isKept);
      const { locationId } = await sendOnce(phonecallCommands.saveLocation, {
        locationId: location?.locationId ?? null,
        title: title.trim(),
        ...draft,
        ...Object.fromEntries(keeps.map((key) => [key, ''])),
        keeps,
        lineId: lineId === 0 ? null : lineId,
      });
      notices.show({ text: t.saved(title.trim()) });
      onSaved(locationId);
    },
    say: useProblem(),
  });
  const { draft, change, isTried, fault } = form;
  const isAddressWrong = fault?.code === 'PHONE_ADDRESS_INVALID';
  return (
    <EditedForm
      back={t.back}
      title={location?.title ?? t.newTitle}
      isNew={location === undefined}
      form={form}
      isSaidAbove={isAddressWrong && hasAddress(draft.way)}
      onClose={onClose}
    >
      <div className="two">
        <TextField
          label={t.title}
          maxLength={100}
          autoComplete="off"
          autoFocus
          fault={isTried && draft.title.trim() === '' ? t.required : undefined}
          value={draft.title}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <SelectField
          label={t.way}
          value={draft.way}
          options={[...DIAL_WAYS, ...(location?.way === 'other' ? (['other'] as const) : [])].map(
            (way) => [way, t.kinds[way]] as const,
          )}
          onChange={(way) => change({ way })}
        />
      </div>
      <Access
        {...{ draft, change }}
        hasToken={location?.hasToken === true}
        fault={isAddressWrong ? fault.text : undefined}
      />
      <SelectField
        label={t.line}
        value={String(draft.lineId)}
        options={[['0', t.noLine], ...lines.map(({ lineId, title }) => [String(lineId), title] as const)]}
        onChange={(id) => change({ lineId: Number(id) })}
      />
      <Check
        label={t.polling}
        checked={draft.callPolling}
        onChange={({ currentTarget }) => change({ callPolling: currentTarget.checked })}
      />
    </EditedForm>
  );
}

interface AccessProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly hasToken: boolean;
  /** What is wrong with the address. */
  readonly fault: string | undefined;
}

/** Where calls are begun, and what lets them in there. */
function Access({ draft, change, hasToken, fault }: AccessProps) {
  const t = useTexts(dialSettingsTexts);
  const { way } = draft;
  const address = (key: 'url' | 'urlInit' | 'urlHangup', label: string, hint: string) => (
    <TextField
      label={label}
      hint={hint}
      inputMode="url"
      maxLength={2000}
      autoComplete="off"
      spellCheck={false}
      fault={key === 'url' ? fault : undefined}
      value={draft[key]}
      onChange={({ currentTarget }) => change({ [key]: currentTarget.value })}
    />
  );
  return (
    <>
      {hasAddress(way) ? address('url', t.url, t.urlHint) : null}
      {way === 'curlPost' ? address('urlInit', t.urlInit, t.urlInitHint) : null}
      {way === 'curlPost' ? address('urlHangup', t.urlHangup, t.urlHangupHint) : null}
      {way === 'sipgateIO' || way === 'curlPost' ? (
        <div className="two">
          <TextField
            label={t.tokenId}
            maxLength={200}
            autoComplete="off"
            value={draft.tokenId}
            onChange={({ currentTarget }) => change({ tokenId: currentTarget.value })}
          />
          <PasswordField
            label={t.token}
            hint={hasToken ? t.tokenStored : undefined}
            showLabel={t.show}
            maxLength={500}
            autoComplete="new-password"
            value={draft.token}
            onChange={({ currentTarget }) => change({ token: currentTarget.value })}
          />
        </div>
      ) : null}
    </>
  );
}
