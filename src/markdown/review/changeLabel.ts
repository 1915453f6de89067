import { t } from '@vscode/l10n';
import type { ChangeKind } from './change.ts';

/** Returns the label of a change, such as "Added paragraph". */
export function changeLabel(kind: ChangeKind, name: string): string {
  switch (kind) {
    case 'changed':
      return t`Edited ${name}`;
    case 'added':
      return t`Added ${name}`;
    case 'removed':
      return t`Removed ${name}`;
    case 'moved':
    case 'moved-away':
      return t`Moved ${name}`;
    case 'same':
      return t`Unchanged ${name}`;
  }
}
