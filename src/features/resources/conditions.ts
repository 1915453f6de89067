import * as vscode from 'vscode';
import { tEscaped } from '../../api/escape.ts';
import type { Item } from '../../model/resources/items.ts';
import type { Connection } from '../../model/session/connection.ts';
import type { DocumentFinding } from './findings.ts';

/** An expression over the claims of a visitor, and a description of its owner. */
interface Condition {
  text: string;
  /** Returns the message about a claim that the schema does not have. */
  message: (claim: string) => string;
}

/**
 * Finds claims in the conditions of a site that its adaptive schema does not define: such conditions are never true.
 */
export async function conditionFindings({ api }: Connection, { parameters }: Item): Promise<DocumentFinding[]> {
  const { organizationId = '', siteId = '' } = parameters;
  const input = { organizationId, siteId };
  const site = '/orgs/{organizationId}/sites/{siteId}';
  const [{ jsonSchema }, { items: templates }, sections] = await Promise.all([
    api.request(`GET ${site}/adaptive-schema`, input, { isFresh: true }),
    api.request(`GET ${site}/adaptive-schema/template-conditions`, input, { isFresh: true }),
    api.listAll(`GET ${site}/sections`, input, { isFresh: true }),
  ]);
  const conditions: Condition[] = [
    ...templates.map(({ description, condition }) => ({
      text: condition,
      message: (claim: string) =>
        tEscaped`The condition of the template "${description}" names the claim "${claim}", which the schema does not have.`,
    })),
    ...sections.flatMap(({ title, condition, siteSpaces }) => [
      {
        text: condition ?? '',
        message: (claim: string) =>
          tEscaped`The condition of the section "${title}" names the claim "${claim}", which the schema does not have.`,
      },
      ...(siteSpaces ?? []).map(siteSpace => ({
        text: siteSpace.condition ?? '',
        message: (claim: string) =>
          tEscaped`The condition of the space "${siteSpace.title}" names the claim "${claim}", which the schema does not have.`,
      })),
    ]),
  ];
  return conditions.flatMap(({ text, message }) =>
    claimsIn(text)
      .filter(claim => !hasProperty(jsonSchema, claim))
      .map(claim => ({
        path: ['jsonSchema', 'properties'],
        message: message(claim.join('.')),
        severity: vscode.DiagnosticSeverity.Warning,
      })),
  );
}

/** Returns the claims in an expression, such as `visitor.claims.unsigned["is-beta"]`, as arrays of property names. */
function claimsIn(condition: string): string[][] {
  const claimPattern = /\bvisitor\.claims((?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[(?:"[^"]*"|'[^']*')\])+)/gu;
  return [...condition.matchAll(claimPattern)].map(([, path = '']) =>
    [...path.matchAll(/\.([^.[]+)|\["([^"]*)"\]|\['([^']*)'\]/g)].map(([, ...names]) => names.find(Boolean) ?? ''),
  );
}

function hasProperty(schema: unknown, [name, ...others]: readonly string[]): boolean {
  if (name === undefined) return true;
  const { properties } = (schema ?? {}) as { properties?: Readonly<Record<string, unknown>> };
  return properties !== undefined && Object.hasOwn(properties, name) && hasProperty(properties[name], others);
}
