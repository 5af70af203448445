import { Callout } from './parts.tsx';

/** Says why something was not done; nothing where there is nothing to say. */
export function FaultNote({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <Callout tone="fault" icon="warning">
      {text}
    </Callout>
  );
}
