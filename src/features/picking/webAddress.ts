import { t } from '@vscode/l10n';
import { limitViolation } from '../../api/limits.ts';
import type { Route } from '../../api/routes.ts';
import { askText } from '../../ui/prompts.ts';

interface AddressPrompt {
  title: string;
  prompt: string;
  placeHolder: string;
  /** The operation that receives the address, and the field of its body that defines the limits. */
  field: readonly [Route, string];
}

/** Asks for a web address from which the service fetches something. */
export function askWebAddress({ field: [route, name], ...prompt }: AddressPrompt): Promise<string> {
  return askText({
    ...prompt,
    violation: text => {
      const isWeb = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
      return isWeb ? limitViolation(route, name, text) : t('Enter a whole http or https address.');
    },
  });
}
