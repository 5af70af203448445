import {
  MAX_SEARCH_TERMS,
  SEARCH_OPERATORS,
  operatorOf,
  parseSearch,
  type SearchProblem,
} from '@kontor/contract/activity';
import { useFormats, useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import { searchTexts } from './search-texts.ts';
import { useSeesRecords } from '../rows/use-sees-records.ts';

/** Says under a search box, in quiet letters, what of it was not understood as it may have been meant. */
export function SearchProblems({ text }: { text: string }) {
  const t = useTexts(searchTexts);
  const formats = useFormats();
  const language = useLanguage();
  const records = useSeesRecords();
  const { problems } = parseSearch(text, { now: useMinute(), timeZone: useZone(), records });
  const say = ({ at, length, code }: SearchProblem): string => {
    const typed = text.slice(at, at + length);
    if (code === 'TOO_MANY') return t.tooMany(formats.number(MAX_SEARCH_TERMS));
    if (code === 'VALUE_MISSING') return t.missing(typed);
    const name = typed.replace(/^-+/, '').split(':', 1)[0] ?? '';
    const values = code === 'VALUE_UNKNOWN' ? operatorOf(name)?.values : undefined;
    if (values === 'day' || values === 'number' || values === 'duration') return t[values](typed, `${name}:`);
    if (values === undefined || values === 'text') {
      const offered = SEARCH_OPERATORS.filter((operator) => records || operator.ofRecords !== true);
      return t.unknown(typed, offered.map((operator) => `${operator[language]}:`).join(', '));
    }
    const offered = values.filter(({ value }) => records || value !== 'record').map((value) => value[language][0]);
    return t.value(typed, `${name}:`, offered.join(', '));
  };
  const [first] = problems;
  return (
    <p className="search-problems" role="status">
      {first === undefined ? '' : say(first)}
    </p>
  );
}
