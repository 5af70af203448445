import { absenceQueries } from '@kontor/contract/mail';
import { useAsk } from '../../../../client/react.tsx';
import { useFormats, useTexts } from '../../../../shell/index.ts';
import { Dialog } from '../../../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout } from '../../../../ui/parts.tsx';
import { useOpenMail } from '../../reader/use-open-mail.ts';
import type { Whose } from './draft.ts';
import { texts } from './texts.ts';

/** Whom the last absence has answered, and whether that got there. */
export function AnswersDialog({ whose, onClose }: { whose: Whose; onClose: () => void }) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.answersTitle} closeLabel={t.close} size="l" onClose={onClose}>
      <div className="form">
        <p className="quiet">{t.answersHintLog}</p>
        <Answers whose={whose} onClose={onClose} />
        <footer>
          <Button onClick={onClose}>{t.close}</Button>
        </footer>
      </div>
    </Dialog>
  );
}

function Answers({ whose, onClose }: { whose: Whose; onClose: () => void }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const openMail = useOpenMail();
  const { data, failure, retry } = useAsk(absenceQueries.absenceAnswers, {
    userId: whose.userId,
    accountId: whose.accountId,
  });
  if (data === undefined)
    return failure === undefined ? (
      <SkeletonBlock width="100%" height={120} />
    ) : (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {t.listFailed}
      </Callout>
    );
  if (data.length === 0) return <p role="status">{t.answersNone}</p>;
  return (
    <ul className="absence-lines">
      {data.map(({ outgoingId, at, address, state, aggregateId, subject }) => (
        <li key={outgoingId}>
          <span className="absence-line">
            <strong>{address}</strong>
            {aggregateId === null ? null : (
              <button
                type="button"
                className="link-button"
                onClick={() => {
                  onClose();
                  openMail(aggregateId);
                }}
              >
                {t.answeredMail(subject || t.noSubject)}
              </button>
            )}
          </span>
          <span className="quiet small">
            <time dateTime={at}>{formats.full(Date.parse(at) / 1000)}</time> · {t.answerStates[state]}
          </span>
        </li>
      ))}
    </ul>
  );
}
