import { violation } from '../../api/limits.ts';
import type { Route } from '../../api/routes.ts';
import { askText } from '../../ui/prompts.ts';

interface AddressPrompt {
  title: string;
  prompt: string;
  placeHolder: string;
  /** The operation that is given the address, and the member of its body whose limits it has to keep. */
  field: readonly [Route, string];
}

/** Asks for an address of the web, from which the service fetches something. */
export function askWebAddress({ field: [route, name], ...prompt }: AddressPrompt): Promise<string> {
  return askText({
    ...prompt,
    violation: text => {
      const isWeb = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
      return isWeb ? violation(route, name, text) : 'Enter a whole http or https address.';
    },
  });
}
