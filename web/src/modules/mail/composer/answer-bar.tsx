import { useClient } from '../../../client/react.tsx';
import { useKeyName, useTexts } from '../../../shell/index.ts';
import { Button, IconButton } from '../../../ui/parts.tsx';
import { texts } from '../texts.ts';
import { showAnswer } from './answers.ts';
import { useAnswerBeneath, type Answering } from './answering.ts';

/** The ways to answer, in the bar over a mail, the first in words; where there is little room that one alone, as its icon. */
export function AnswerButtons({ answering, isShort }: { answering: Answering; isShort: boolean }) {
  const t = useTexts(texts);
  const keyName = useKeyName();
  if (isShort) return <IconButton icon="arrow-bend-up-left" label={t.reply} hotkey="r" onClick={answering.reply} />;
  return (
    <>
      <Button
        kind="plain"
        icon="arrow-bend-up-left"
        aria-keyshortcuts={keyName('r')}
        title={`${t.reply} (${keyName('r')})`}
        onClick={answering.reply}
      >
        <span className="bar-word">{t.reply}</span>
      </Button>
      <IconButton icon="arrow-bend-double-up-left" label={t.replyAll} hotkey="A" onClick={answering.replyAll} />
      <IconButton icon="arrow-bend-up-right" label={t.forward} hotkey="F" onClick={answering.forward} />
    </>
  );
}

/** The same under a mail, in words; one that was begun and put away is gone on with. */
export function AnswerBar({ answering, opened }: { answering: Answering | undefined; opened: string }) {
  const t = useTexts(texts);
  const client = useClient();
  const begun = useAnswerBeneath(opened);
  if (answering === undefined || begun?.isShown === true) return null;
  return (
    <div className="answer-bar">
      {begun === undefined ? null : (
        <Button kind="primary" icon="pencil-simple" onClick={() => showAnswer(client, opened, begun)}>
          {t.goOn}
        </Button>
      )}
      <Button icon="arrow-bend-up-left" onClick={answering.reply}>
        {t.reply}
      </Button>
      <Button icon="arrow-bend-double-up-left" onClick={answering.replyAll}>
        {t.replyAll}
      </Button>
      <Button icon="arrow-bend-up-right" onClick={answering.forward}>
        {t.forward}
      </Button>
    </div>
  );
}
