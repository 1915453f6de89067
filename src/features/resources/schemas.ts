import { t } from '@vscode/l10n';
import { schemaText } from '../../api/jsonSchemas.ts';
import { fieldSchema } from '../../api/resourceDocuments.ts';
import {
  capitalize,
  type ResourceDefinition,
  resourceDefinitionOf,
} from '../../model/resources/resourceDefinitions.ts';

/** Returns the JSON schema of the documents of a kind, for existing or for new resources. */
export function textOfSchema({ kind, isNew }: { kind: string; isNew: boolean }): string {
  const definition = resourceDefinitionOf(kind);
  const route = isNew ? definition.create : definition.change;
  const title = capitalize(definition.name);
  const schema = route ? fieldSchema(route, title, hintsOf(definition)) : { title };
  return schemaText(schema);
}

function hintsOf({ secrets = [] }: ResourceDefinition): Record<string, string> {
  const hint = t('What is set is shown nowhere. Write a new one to change it.');
  return Object.fromEntries(secrets.map(name => [name, hint]));
}
