import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type AttributeTarget, customBlocks, type BlockAttribute } from '../../markdown/customBlocks.ts';
import type { WritingContext } from '../../markdown/writingContext.ts';

type Context<K extends WritingContext['kind']> = Extract<WritingContext, { kind: K }>;

/** Returns the custom blocks that can begin at a position, and the end tag of the innermost open block. */
export function blockCompletions({ openTags, isWhole, isFirst }: Context<'tag'>): vscode.CompletionItem[] {
  const [innermost] = openTags;
  const ends = openTags.slice(0, 1).map(name => {
    const text = isWhole ? `{% end${name} %}` : `end${name}`;
    return item({
      label: `{% end${name} %}`,
      description: t('end of the block'),
      insert: text,
      words: `{% end${name}`,
    });
  });
  if (!isFirst) return ends;
  const isOffered = (name: string, parent: string | undefined) =>
    (parent === undefined || openTags.includes(parent)) && (isWhole || !isHtml(name));
  const offered = [...customBlocks].filter(([name, { parent }]) => isOffered(name, parent));
  // Child blocks of the open block come first.
  const ranked = offered.toSorted(([, one], [, other]) => rank(one.parent) - rank(other.parent));
  function rank(parent: string | undefined): number {
    return parent !== undefined && parent === innermost ? 0 : 1;
  }
  const blocks = ranked.map(([name, { title, snippet }]) =>
    item({
      ...{ label: title(), description: isHtml(name) ? '' : `{% ${name} %}`, words: `{% ${name} ${title()}` },
      insert: isWhole ? new vscode.SnippetString(snippet) : name,
    }),
  );
  return [...ends, ...blocks];
}

/** Returns true for blocks that are written in HTML and have no tag. */
function isHtml(name: string): boolean {
  return !(customBlocks.get(name)?.snippet.startsWith('{%') ?? false);
}

/** Returns the attributes that a tag does not have yet. */
export function attributeCompletions({ tag, used }: Context<'attribute'>): vscode.CompletionItem[] {
  const attributes = Object.entries(customBlocks.get(tag)?.attributes ?? {});
  // An include target is written without an attribute name.
  const others = attributes.filter(([name, { target }]) => !used.includes(name) && target !== 'include');
  return others.map(([name, attribute]) => {
    const values = valuesOf(attribute);
    const value = values.length > 0 ? `\${1|${values.join(',')}|}` : '$1';
    return item({
      ...{ label: name, description: values.join(', '), words: name },
      ...{ insert: new vscode.SnippetString(`${name}="${value}"`), kind: vscode.CompletionItemKind.Property },
    });
  });
}

/** Returns the values of an attribute, and the kind of object that it refers to. */
export function valueCompletions({ tag, attribute }: Context<'value'>): {
  target: AttributeTarget | undefined;
  items: vscode.CompletionItem[];
} {
  const { target, ...known } = customBlocks.get(tag)?.attributes?.[attribute] ?? {};
  const kind = vscode.CompletionItemKind.Value;
  const items = valuesOf(known).map(value => item({ label: value, words: value, insert: value, kind }));
  return { target, items };
}

function valuesOf({ values, suggestions = [] }: BlockAttribute): readonly string[] {
  return values ?? suggestions;
}

interface Parts {
  label: string;
  description?: string;
  words: string;
  insert: string | vscode.SnippetString;
  kind?: vscode.CompletionItemKind;
}

function item({ label, description = '', words, insert, kind = vscode.CompletionItemKind.Snippet }: Parts) {
  const made = new vscode.CompletionItem({ label, description }, kind);
  return Object.assign(made, { insertText: insert, filterText: words, detail: 'Marginalia' });
}
