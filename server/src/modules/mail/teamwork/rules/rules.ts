import type { Rule } from '@kontor/contract/mail';
import { withoutUnseen } from '../../../../platform/words.ts';
import type { MailPeople } from '../../store/tables.ts';
import { isNoReply } from '../../writing/rules.ts';
import { fullName } from '../../rules.ts';
import type { RuleConditions } from '../tables.ts';

type Condition = Rule['conditions'][number];
type TextCondition = Extract<Condition, { values: string[] }>;

/** What rules know of a mail. */
export interface RuleFacts {
  readonly people: MailPeople;
  readonly subject: string;
  readonly body: string;
  readonly attachmentNames: readonly string[];
  /** The values of all header fields of a name, in whatever case it is given. */
  readonly header: (name: string) => readonly string[];
  readonly bytes: number;
  readonly hasAttachment: boolean;
  readonly isBulk: boolean;
  readonly isAutomatic: boolean;
  readonly isInvitation: boolean;
  readonly isWarned: boolean;
  readonly isKnownSender: boolean;
  readonly isOfRecord: boolean;
  readonly isLinked: boolean;
  readonly verdict: 'confirmed' | 'unconfirmed' | 'failed';
  /** Milliseconds since 1970. */
  readonly arrivedAt: number;
  /** Of the instance. */
  readonly timeZone: string;
}

const PEOPLE_FIELDS = ['from', 'to', 'cc', 'receivers'] as const;
type PeopleField = (typeof PEOPLE_FIELDS)[number];
const isPeopleField = (field: string): field is PeopleField => PEOPLE_FIELDS.some((one) => one === field);

function peopleIn(field: PeopleField, { from, sender, to, cc, bcc }: MailPeople): MailPeople['from'] {
  if (field === 'from') return from.length > 0 || sender === null ? from : [sender];
  return field === 'receivers' ? [...to, ...cc, ...bcc] : field === 'to' ? to : cc;
}

const folded = (text: string): string => withoutUnseen(text).normalize('NFC').toLowerCase().trim();

/** The texts that a condition looks at. A person is meant by name, by address, and by both. */
function textsFor({ field, header }: TextCondition, facts: RuleFacts): readonly string[] {
  if (isPeopleField(field))
    return peopleIn(field, facts.people).flatMap((one) => [one.name, one.address, fullName(one)]);
  if (field === 'header') return facts.header(header);
  if (field === 'attachmentName') return facts.attachmentNames;
  return [field === 'subject' ? facts.subject : facts.body];
}

const HOSTS = /@([\p{L}\p{N}.-]+)/gu;
const hostsIn = (text: string): readonly string[] => [...text.matchAll(HOSTS)].map((match) => match[1] ?? '');

const COMPARE: Readonly<Record<Exclude<TextCondition['is'], 'containsNot'>, (text: string, value: string) => boolean>> =
  {
    contains: (text, value) => text.includes(value),
    equals: (text, value) => text === value,
    begins: (text, value) => text.startsWith(value),
    ends: (text, value) => text.endsWith(value),
    matchesDomain: (text, value) => hostsIn(text).some((host) => host === value || host.endsWith(`.${value}`)),
  };

function textHolds(condition: TextCondition, facts: RuleFacts): boolean {
  const texts = textsFor(condition, facts).map(folded);
  const { is } = condition;
  const values = condition.values.map((value) =>
    is === 'matchesDomain' ? folded(value).replace(/^@/, '') : folded(value),
  );
  const compare = COMPARE[is === 'containsNot' ? 'contains' : is];
  const isFound = values.some((value) => texts.some((text) => compare(text, value)));
  return is === 'containsNot' ? !isFound : isFound;
}

const MINUTES_A_DAY = 24 * 60;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function timeHolds({ from, to, weekdays }: Extract<Condition, { field: 'time' }>, facts: RuleFacts): boolean {
  const at = Temporal.Instant.fromEpochMilliseconds(facts.arrivedAt).toZonedDateTimeISO(facts.timeZone);
  const [start, end, now] = [minutesOf(from), minutesOf(to), at.hour * 60 + at.minute];
  const isOn = (weekday: number): boolean => weekdays.some((one) => one === weekday);
  const yesterday = ((at.dayOfWeek + 5) % 7) + 1;
  // Over midnight the hours after it belong to the day on which it began; from a time to the same is a whole day.
  const length = end > start ? end - start : end - start + MINUTES_A_DAY;
  const isToday = now >= start && now < start + length && isOn(at.dayOfWeek);
  return isToday || (now + MINUTES_A_DAY < start + length && isOn(yesterday));
}

function holds(condition: Condition, facts: RuleFacts): boolean {
  switch (condition.field) {
    case 'size':
      return condition.is === 'over' ? facts.bytes > condition.bytes : facts.bytes < condition.bytes;
    case 'authentication':
      return facts.verdict === condition.is;
    case 'time':
      return timeHolds(condition, facts);
    case 'isOnlyReceiver':
      return (facts.people.to.length + facts.people.cc.length === 1) === condition.is;
    case 'hasAttachment':
    case 'isBulk':
    case 'isAutomatic':
    case 'isInvitation':
    case 'isWarned':
    case 'isKnownSender':
    case 'isOfRecord':
    case 'isLinked':
      return facts[condition.field] === condition.is;
    default:
      return textHolds(condition, facts);
  }
}

/** Whether conditions are true of a mail, and the numbers of those that are. */
export function judge(
  { match, conditions }: RuleConditions,
  facts: RuleFacts,
): { readonly fires: boolean; readonly because: readonly number[] } {
  const because = conditions.flatMap((condition, index) => (holds(condition, facts) ? [index] : []));
  return { fires: match === 'all' ? because.length === conditions.length : because.length > 0, because };
}

/** Whether a condition can be true of anything: only people have domains, and a header field has a name. */
export const isMeaningful = (condition: Condition): boolean => {
  if (!('values' in condition)) return true;
  if (condition.field === 'header') return /^[!-9;-~]+$/.test(condition.header);
  return condition.is !== 'matchesDomain' || isPeopleField(condition.field);
};

/** Whether it takes to know where a mail is from, which is looked up after it has come, to decide what rules do. */
export const needsVerdict = (rules: readonly Pick<Rule, 'conditions' | 'actions'>[]): boolean =>
  rules.some(
    ({ conditions, actions }) =>
      conditions.some(({ field }) => field === 'authentication') ||
      actions.some(({ kind }) => kind === 'answer' || kind === 'forward'),
  );

/** Servers that a mail passes through before it is taken for one that runs in circles. */
const MAX_HOPS = 20;

/** Why nothing is sent by itself because of a mail; empty where something may be. `own`: addresses of the account, in lower case. */
export function answerBar(
  facts: RuleFacts,
  about: { readonly own: ReadonlySet<string>; readonly isOurs: boolean },
): string {
  const [sender] = peopleIn('from', facts.people);
  const address = sender?.address.toLowerCase() ?? '';
  if (address === '' || isNoReply(address)) return 'NO_REPLY';
  if (about.isOurs || about.own.has(address)) return 'OWN';
  // What lists send counts as automatic, too.
  if (facts.isBulk) return 'BULK';
  if (facts.isAutomatic) return 'AUTOMATIC';
  if (facts.header('x-auto-response-suppress').some((value) => !/^\s*none\s*$/i.test(value))) return 'SUPPRESSED';
  if (facts.header('return-path').some((value) => /^\s*<\s*>\s*$/.test(value))) return 'NO_RETURN';
  if (facts.isWarned || facts.verdict === 'failed') return 'WARNED';
  return facts.header('received').length > MAX_HOPS ? 'HOPS' : '';
}
