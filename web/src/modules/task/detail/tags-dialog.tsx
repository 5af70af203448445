import { MAX_TAGS, taskQueries } from '@kontor/contract/task';
import { useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Button } from '../../../ui/parts.tsx';
import { detailTexts } from './texts.ts';

const MAX_OFFERED = 12;
const MAX_SIGNS = 50;
const tagsOf = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];

/** The words that something is tagged with. */
export function TagsDialog({
  tags,
  onTake,
  onClose,
}: {
  tags: readonly string[];
  onTake: (tags: readonly string[]) => void;
  onClose: () => void;
}) {
  const t = useTexts(detailTexts);
  const { data = [] } = useAsk(taskQueries.tags, {});
  const [typed, setTyped] = useState(tags.join(', '));
  const now = tagsOf(typed);
  const isWrong = now.length > MAX_TAGS || now.some((tag) => tag.length > MAX_SIGNS);
  const take = (): boolean => {
    if (isWrong) return false;
    onTake(now);
    onClose();
    return true;
  };
  return (
    <FormDialog title={t.tagsTitle} texts={t} onTake={take} onClose={onClose}>
      <TextField
        label={t.tags}
        hint={t.tagsHint}
        fault={isWrong ? t.tagsFault : undefined}
        autoFocus
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className="task-near">
        {data
          .filter((tag) => !now.includes(tag))
          .slice(0, MAX_OFFERED)
          .map((tag) => (
            <Button key={tag} icon="tag" onClick={() => setTyped([...now, tag].join(', '))}>
              {tag}
            </Button>
          ))}
      </div>
    </FormDialog>
  );
}
