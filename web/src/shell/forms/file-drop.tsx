import './file-drop.css';
import { useRef, useState, type DragEvent } from 'react';
import { Button } from '../../ui/parts.tsx';

/** Takes one file, chosen or dropped; `status` says what can be done, or how far it is. */
export function FileDrop({
  choose,
  accept,
  status,
  disabled = false,
  onFile,
}: {
  choose: string;
  accept: string;
  status: string;
  disabled?: boolean;
  onFile: (file: File) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined): void => {
    if (file !== undefined && !disabled) onFile(file);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div
      className="file-drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <input
        ref={field}
        type="file"
        hidden
        accept={accept}
        aria-label={choose}
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button kind="primary" icon="plus" disabled={disabled} onClick={() => field.current?.click()}>
        {choose}
      </Button>
      <span className="quiet" role="status">
        {status}
      </span>
    </div>
  );
}
