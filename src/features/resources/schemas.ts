import { t } from '@vscode/l10n';
import { schemaText } from '../../api/jsonSchemas.ts';
import { fieldSchema } from '../../api/resourceDocuments.ts';
import { capitalize, type Noun, nounOf } from '../../model/resources/nouns.ts';

/** Returns the JSON schema of the documents of a kind, for existing or for new resources. */
export function textOfSchema({ kind, isNew }: { kind: string; isNew: boolean }): string {
  const noun = nounOf(kind);
  const route = isNew ? noun.create : noun.change;
  const title = capitalize(noun.name);
  const schema = route ? fieldSchema(route, title, hintsOf(noun)) : { title };
  return schemaText(schema);
}

function hintsOf({ secrets = [] }: Noun): Record<string, string> {
  const hint = t('What is set is shown nowhere. Write a new one to change it.');
  return Object.fromEntries(secrets.map(name => [name, hint]));
}
