import './people.css';
import { Extra } from '../failures/boundary.tsx';
import { useSettings, useShell, useTexts } from '../context.tsx';
import { Splitter } from '../tabs/splitter.tsx';
import { texts } from './people-texts.ts';

const LEAST = 240;
const MOST = 480;

/** The people of the instance beside everything else, as a module shows them. */
export function PeopleDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const { modules, settings } = useShell();
  const { peopleWidth } = useSettings();
  const width = Math.min(MOST, Math.max(LEAST, peopleWidth));
  return (
    <aside className="people" aria-label={t.people} style={{ width }}>
      <Splitter
        label={t.width}
        width={width}
        least={LEAST}
        most={MOST}
        isBehind
        onChange={(next) => settings.change({ peopleWidth: next })}
      />
      {modules.map(({ name, people: People }) =>
        People === undefined ? null : (
          <Extra key={name}>
            <People onClose={onClose} />
          </Extra>
        ),
      )}
    </aside>
  );
}
