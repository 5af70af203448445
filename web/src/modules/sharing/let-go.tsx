import { createPortal } from 'react-dom';
import { useTexts } from '../../shell/index.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { texts } from './texts.ts';

/**
 * Asked before somebody lets go of what others have shared with them: they cannot take it back themselves. It stands outside of a form that asks
 * for it: a browser hears no submit of a form within another one, and loads the page anew.
 */
export function LetGo({ name, onTake, onClose }: { name: string; onTake: () => void; onClose: () => void }) {
  const t = useTexts(texts);
  return createPortal(
    <FormDialog
      title={t.letGoTitle}
      texts={{ close: t.close, cancel: t.cancel, take: t.letGo }}
      onTake={() => {
        onTake();
        return true;
      }}
      onClose={onClose}
    >
      <p>{t.letGoText(name)}</p>
    </FormDialog>,
    document.body,
  );
}
