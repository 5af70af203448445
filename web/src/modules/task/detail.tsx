import type { ScreenProps } from '../../shell/index.ts';

export function TaskDetailScreen(_props: ScreenProps) {
  return null;
}
