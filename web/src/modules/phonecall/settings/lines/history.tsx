import type { HistoryKind } from '@kontor/contract/phonecall';
import { useTexts } from '../../../../shell/index.ts';
import { Check, PasswordField, TextField } from '../../../../ui/fields.tsx';
import { isWebAddress, needsUser, type LineDraft } from './draft.ts';
import { lineTexts } from './texts.ts';

/** Whether calls that nobody was told of are asked for afterwards, and by what name and secret. */
export function HistoryField({
  draft: { historyOn, historyUrl, historyUser, historySecret },
  kind,
  change,
  isTried,
  isStored,
}: {
  draft: LineDraft;
  kind: HistoryKind;
  change: (part: Partial<LineDraft>) => void;
  isTried: boolean;
  /** A secret is stored. */
  isStored: boolean;
}) {
  const t = useTexts(lineTexts);
  const own = t.historyOf[kind];
  return (
    <fieldset className="field-group">
      <legend>{t.history}</legend>
      <Check
        label={t.historyOn}
        hint={kind === 'placetel' ? t.historyIncoming : t.historyHint}
        checked={historyOn}
        onChange={({ currentTarget }) => change({ historyOn: currentTarget.checked })}
      />
      {historyOn ? (
        <div className="two">
          {kind === 'yeastar' ? (
            <TextField
              label={t.historyUrl}
              hint={t.historyUrlHint}
              inputMode="url"
              maxLength={500}
              autoComplete="off"
              fault={isTried && !isWebAddress(historyUrl) ? t.historyUrlWrong : undefined}
              value={historyUrl}
              onChange={({ currentTarget }) => change({ historyUrl: currentTarget.value })}
            />
          ) : null}
          {needsUser(kind) && 'user' in own ? (
            <TextField
              label={own.user}
              maxLength={100}
              autoComplete="off"
              fault={isTried && historyUser.trim() === '' ? t.required : undefined}
              value={historyUser}
              onChange={({ currentTarget }) => change({ historyUser: currentTarget.value })}
            />
          ) : null}
          <PasswordField
            label={own.secret}
            hint={isStored ? t.secretStored : undefined}
            showLabel={t.show}
            maxLength={1000}
            autoComplete="new-password"
            fault={isTried && !isStored && historySecret === '' ? t.required : undefined}
            value={historySecret}
            onChange={({ currentTarget }) => change({ historySecret: currentTarget.value })}
          />
        </div>
      ) : null}
    </fieldset>
  );
}
