import { t } from '@vscode/l10n';

/** The kind of resource that an attribute of a custom block refers to, for completion. */
export type AttributeTarget = 'page' | 'file' | 'include' | 'spec';

export interface BlockAttribute {
  /** All valid values; the first one is the default. Other values are reported. */
  values?: readonly string[];
  /** Suggested values. Other values are valid, too. */
  suggestions?: readonly string[];
  target?: AttributeTarget;
}

/** A custom block of the service, as completion offers it. */
export interface CustomBlockDefinition {
  /** Returns the title in the list of completions. */
  title: () => string;
  /** The inserted text, in VS Code's snippet syntax. */
  snippet: string;
  attributes?: Readonly<Record<string, BlockAttribute>>;
  /** The attribute without which the block shows nothing. */
  required?: string;
  /** The tag that must enclose the block. */
  parent?: string;
}

const flag: BlockAttribute = { values: ['true', 'false'] };
const methods: BlockAttribute = { suggestions: ['get', 'post', 'put', 'patch', 'delete'] };
const spec: BlockAttribute = { target: 'spec' };

/** The custom blocks by tag name. Expandable blocks and cards are written in HTML, so they have a descriptive name. */
export const customBlocks: ReadonlyMap<string, CustomBlockDefinition> = new Map(
  Object.entries<CustomBlockDefinition>({
    hint: {
      title: () => t('Hint'),
      snippet: '{% hint style="${1|info,success,warning,danger|}" %}\n$0\n{% endhint %}',
      attributes: { style: { values: ['info', 'success', 'warning', 'danger'] }, icon: {} },
    },
    tabs: {
      title: () => t('Tabs'),
      snippet:
        '{% tabs %}\n{% tab title="${1:First}" %}\n$0\n{% endtab %}\n\n{% tab title="${2:Second}" %}\n\n{% endtab %}\n{% endtabs %}',
    },
    tab: {
      title: () => t('Tab'),
      snippet: '{% tab title="${1:Title}" %}\n$0\n{% endtab %}',
      attributes: { title: {} },
      parent: 'tabs',
    },
    stepper: {
      title: () => t('Stepper'),
      snippet:
        '{% stepper %}\n{% step %}\n### ${1:First step}\n\n$0\n{% endstep %}\n\n{% step %}\n### ${2:Second step}\n\n{% endstep %}\n{% endstepper %}',
    },
    step: { title: () => t('Step'), snippet: '{% step %}\n### ${1:Title}\n\n$0\n{% endstep %}', parent: 'stepper' },
    columns: {
      title: () => t('Columns'),
      snippet:
        '{% columns %}\n{% column width="${1:50%}" %}\n$0\n{% endcolumn %}\n\n{% column %}\n\n{% endcolumn %}\n{% endcolumns %}',
    },
    column: {
      title: () => t('Column'),
      snippet: '{% column width="${1:50%}" %}\n$0\n{% endcolumn %}',
      attributes: { width: { suggestions: ['25%', '33%', '50%', '66%', '75%'] } },
      parent: 'columns',
    },
    code: {
      title: () => t('Code with a Title'),
      snippet: '{% code title="${1:file.js}" %}\n```${2:js}\n$0\n```\n{% endcode %}',
      attributes: { title: {}, overflow: { values: ['wrap'] }, lineNumbers: flag, expandable: flag },
    },
    embed: {
      title: () => t('Embed'),
      snippet: '{% embed url="${1:https://}" %}',
      attributes: { url: {} },
      required: 'url',
    },
    'content-ref': {
      title: () => t('Link to a Page'),
      snippet: '{% content-ref url="$1" %}\n[$2]($1)\n{% endcontent-ref %}',
      attributes: { url: { target: 'page' } },
      required: 'url',
    },
    file: {
      title: () => t('File'),
      snippet: '{% file src="$1" %}\n$0\n{% endfile %}',
      attributes: { src: { target: 'file' } },
      required: 'src',
    },
    include: {
      title: () => t('Reusable Content'),
      snippet: '{% include "$1" %}',
      attributes: { src: { target: 'include' } },
      required: 'src',
    },
    'openapi-operation': {
      title: () => t('OpenAPI Operation'),
      snippet:
        '{% openapi-operation spec="$1" path="${2:/path}" method="${3|get,post,put,patch,delete|}" %}\n$0\n{% endopenapi-operation %}',
      attributes: { spec, path: {}, method: methods },
    },
    'openapi-schemas': {
      title: () => t('OpenAPI Schemas'),
      snippet:
        '{% openapi-schemas spec="$1" schemas="${2:Schema}" grouped="${3|true,false|}" %}\n$0\n{% endopenapi-schemas %}',
      attributes: { spec, schemas: {}, grouped: { suggestions: ['true', 'false'] } },
    },
    'openapi-webhook': {
      title: () => t('OpenAPI Webhook'),
      snippet:
        '{% openapi-webhook spec="$1" name="${2:name}" method="${3|post,get,put,patch,delete|}" %}\n$0\n{% endopenapi-webhook %}',
      attributes: { spec, name: {}, method: methods },
    },
    if: { title: () => t('Condition'), snippet: '{% if ${1:visitor.claims.} %}\n$0\n{% endif %}' },
    prompt: {
      title: () => t('Prompt'),
      snippet: '{% prompt description="${1:What it asks for}" %}\n$0\n{% endprompt %}',
      attributes: { description: {}, icon: {} },
    },
    updates: {
      title: () => t('Updates'),
      snippet:
        '{% updates format="full" %}\n{% update date="${1:2026-01-31}" %}\n## ${2:Title}\n\n$0\n{% endupdate %}\n{% endupdates %}',
      attributes: { format: { suggestions: ['full'] } },
    },
    update: {
      title: () => t({ message: 'Update', comment: ['A block with the news of a day'] }),
      snippet: '{% update date="${1:2026-01-31}" %}\n## ${2:Title}\n\n$0\n{% endupdate %}',
      attributes: { date: {}, tags: {} },
    },
    expandable: {
      title: () => t('Expandable'),
      snippet: '<details>\n\n<summary>${1:Title}</summary>\n\n$0\n\n</details>',
    },
    cards: {
      title: () => t('Cards'),
      snippet:
        '<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>${1:Title}</strong></td><td>${2:Text}</td><td><a href="$3">$4</a></td></tr></tbody></table>',
    },
  }),
);
