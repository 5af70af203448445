import './checks.css';
import { originCommands, type Authentication, type MailDetail, type SignatureCheck } from '@kontor/contract/mail';
import { Fragment, useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useFormats, useShell, useTexts } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, Icon } from '../../../ui/parts.tsx';
import { mayChange, outcomeOf, type Outcome } from './checks-rules.ts';
import { checksTexts } from './checks-texts.ts';

type Line = readonly [outcome: Outcome, words: string];

const ICONS: Readonly<Record<Outcome, IconName>> = {
  good: 'check-circle',
  bad: 'warning-octagon',
  open: 'circle-half',
  none: 'minus',
};

/** All that was found about where a mail is from, in plain words, and a way to look again. */
export function ChecksDialog({ mail, onClose }: { mail: MailDetail; onClose: () => void }) {
  const t = useTexts(checksTexts);
  const formats = useFormats();
  const client = useClient();
  const { notices } = useShell();
  const { authentication, signature, aggregateId } = mail;
  const [requestedAt, setRequestedAt] = useState<number>();
  const isChecking = requestedAt !== undefined && (authentication?.at ?? 0) * 1000 < requestedAt;
  const again = async (): Promise<void> => {
    // Of whole seconds, as those of the answer are.
    setRequestedAt(Math.floor(client.env.now() / 1000) * 1000);
    try {
      await client.sendNow(originCommands.checkAgain, { aggregateId });
    } catch (error) {
      setRequestedAt(undefined);
      notices.show({ text: asFailure(error).kind === 'offline' ? t.offline : t.againFailed, tone: 'fault' });
    }
  };
  const verdict = authentication === null ? t.verdicts.none : t.verdicts[authentication.verdict](authentication.domain);
  return (
    <Dialog title={t.title} closeLabel={t.close} size="l" onClose={onClose}>
      <div className="checks">
        <p className="checks-verdict">{verdict}</p>
        {authentication === null ? null : <Origin authentication={authentication} />}
        {signature === null ? null : <Signature signature={signature} />}
        <footer>
          {authentication === null ? null : (
            <span className="quiet checks-when">{t.checkedAt(formats.full(authentication.at))}</span>
          )}
          {mayChange(authentication) || requestedAt !== undefined ? (
            <Button
              icon="arrow-clockwise"
              aria-disabled={isChecking}
              onClick={() => (isChecking ? undefined : void again())}
            >
              {isChecking ? t.checking : t.again}
            </Button>
          ) : null}
        </footer>
      </div>
    </Dialog>
  );
}

function Found({ title, lines }: { title: string; lines: readonly Line[] }) {
  const t = useTexts(checksTexts);
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {lines.map(([outcome, words]) => (
          <li key={words} data-outcome={outcome}>
            <Icon name={ICONS[outcome]} label={t.outcomes[outcome]} />
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Origin({ authentication: { dkim, spf, arc, dmarc } }: { authentication: Authentication }) {
  const t = useTexts(checksTexts);
  const signatures = dkim.map(({ domain, result, isAligned }): Line => {
    const outcome = outcomeOf(result);
    const words = { good: isAligned ? t.dkimGood : t.dkimOther, bad: t.dkimBad, open: t.dkimOpen, none: t.dkimOpen };
    return [outcome, words[outcome](domain)];
  });
  const server = outcomeOf(spf.result);
  const spfWords = { good: t.spfGood, bad: t.spfBad, open: t.spfOpen, none: () => t.spfNone };
  const chain = outcomeOf(arc.result);
  const rule = outcomeOf(dmarc.result);
  const ruleWords = { good: t.dmarcGood, bad: t.dmarcBad[dmarc.policy], open: t.dmarcOpen, none: t.dmarcNone };
  const said = spf.by === null || server === 'none' ? '' : ` ${t.spfBy(spf.by)}`;
  return (
    <>
      <Found title={t.dkim} lines={signatures.length === 0 ? [['none', t.dkimNone]] : signatures} />
      <Found title={t.spf} lines={[[server, `${spfWords[server](spf.domain)}${said}`]]} />
      {chain === 'none' ? null : (
        <Found title={t.arc} lines={[[chain, chain === 'good' ? t.arcGood(arc.sealers.join(', ')) : t.arcBad]]} />
      )}
      <Found title={t.dmarc} lines={[[rule, ruleWords[rule]]]} />
    </>
  );
}

function Signature({ signature }: { signature: SignatureCheck }) {
  const t = useTexts(checksTexts);
  const formats = useFormats();
  const { state, signer, address, issuer, validFrom, validUntil, fingerprint, signedAt, isKnown } = signature;
  const outcome: Outcome =
    state === 'valid' ? 'good' : state === 'altered' || state === 'otherAddress' ? 'bad' : 'open';
  const day = (instant: string): string => (instant === '' ? '' : formats.full(Date.parse(instant) / 1000));
  const facts: readonly (readonly [string, string])[] = [
    [t.signer, signer],
    [t.address, address],
    [t.issuer, issuer],
    [t.valid, validFrom === '' ? '' : t.validFrom(day(validFrom), day(validUntil))],
    [t.signedAt, signedAt === null ? '' : day(signedAt)],
    [t.fingerprint, fingerprint],
  ];
  return (
    <>
      <Found title={t.signature} lines={[[outcome, t.signatures[state](signer || address)]]} />
      <dl className="facts" aria-label={t.certificate}>
        {facts.map(([label, text]) =>
          text === '' ? null : (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </Fragment>
          ),
        )}
      </dl>
      {isKnown ? <p className="quiet">{t.known}</p> : null}
      <p className="quiet">{t.notAsked}</p>
    </>
  );
}
