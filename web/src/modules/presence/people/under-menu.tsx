import './people.css';
import { useClient, useValue } from '../../../client/react.tsx';
import { Link, href, useFormats, useLanguage, useTexts } from '../../../shell/index.ts';
import { shapeOf, sortPeople } from '../rules.ts';
import { usePresence } from '../store/use-presence.ts';
import { texts } from '../texts.ts';
import { CardAt, useCard } from './card-at.tsx';
import { PersonRow } from './person-row.tsx';
import { useLine } from './use-line.ts';

/** People below the menu; all others have their page. */
const MAX_SHOWN = 20;

/** Who is there, below the entries of the menu. */
export function UnderMenu({ onGo }: { onGo?: () => void }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const language = useLanguage();
  const ownId = useValue(useClient().user)?.id;
  const { all, states, isLost } = usePresence();
  const line = useLine(states);
  const card = useCard();
  const there = sortPeople(
    all.filter(({ id, presence }) => id !== ownId && presence === 'present'),
    isLost,
    language,
  );
  if (there.length === 0) return null;
  const rest = there.length - MAX_SHOWN;
  return (
    <section className="people-under" aria-label={t.people}>
      <p className="drawer-section" aria-hidden="true">
        {t.people}
      </p>
      <ul>
        {there.slice(0, MAX_SHOWN).map((user) => (
          <li key={user.id}>
            <button type="button" onClick={({ currentTarget }) => card.open(user.id, currentTarget, 'below')}>
              <PersonRow user={user} line={{ ...line(user, shapeOf(user, isLost)), until: '' }} />
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Link className="people-rest" to={href('userOnline')} {...(onGo === undefined ? {} : { onGo })}>
          {t.more} ({formats.number(rest)})
        </Link>
      ) : null}
      <CardAt card={card} />
    </section>
  );
}
