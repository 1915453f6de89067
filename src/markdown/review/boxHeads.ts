import { t } from '@vscode/l10n';
import { withSigns } from '../invisibleCharacters.ts';
import { wrapperTags } from '../tags.ts';
import { isAllowedLinkTarget } from '../targets.ts';
import { element, escapeHtml, type Html, escapeVisibly } from './element.ts';
import { kindOf } from './kinds.ts';

type Attributes = Readonly<Record<string, string>>;

/** The title of a custom block's box, and the attributes that it lists. */
interface BoxLooks {
  title: string;
  /** Less prominent text after the title. */
  details: string[];
  listed: [name: string, value: string][];
}

/** Returns the head of the box of a custom block: its name, and its attributes. */
export function boxHead(name: string, attributes: Attributes): Html {
  const { title, details, listed } = looksOf(name, attributes);
  const quiet = details.filter(detail => detail).map(escapeVisibly);
  const words = [escapeVisibly(title), ...quiet.map(detail => element('span', { class: 'marginalia-detail' }, detail))];
  const head =
    title || quiet.length ? element('div', { class: 'marginalia-title' }, words.filter(Boolean).join(' ')) : '';
  return head + attributeList(listed);
}

/** Returns the head of the box of an included text: its title. */
export function includedHead(title: string): Html {
  const detail = element('span', { class: 'marginalia-detail' }, escapeHtml(t('included text')));
  return element('div', { class: 'marginalia-title' }, escapeVisibly(title), ' ', detail);
}

/** Renders a list of attributes; web addresses are links. */
function attributeList(listed: BoxLooks['listed']): Html {
  const items = listed.map(
    ([name, value]) => element('dt', {}, escapeVisibly(name)) + element('dd', {}, valueHtml(value)),
  );
  return items.length ? element('dl', { class: 'marginalia-attributes' }, ...items) : '';
}

function valueHtml(value: string): Html {
  const isWeb = /^https?:\/\/[^\s]+$/i.test(value) && isAllowedLinkTarget(value);
  return isWeb ? element('a', { href: value, title: withSigns(value) }, escapeVisibly(value)) : escapeVisibly(value);
}

function looksOf(name: string, attributes: Attributes): BoxLooks {
  const known = looks.get(name);
  if (known) {
    const { uses, title, details = () => [] } = known;
    const listed = Object.entries(attributes).filter(([key]) => !uses.includes(key));
    return { title: title(attributes), details: details(attributes), listed };
  }
  if (wrapperTags.has(name)) return { title: name, details: [], listed: [] };
  const [, vendor = '', block = name] = /^@([^/]+)\/(.+)$/.exec(name) ?? [];
  const title = kindOf({ type: 'integration', tag: block });
  return { title, details: [vendor], listed: Object.entries(attributes) };
}

interface KnownLooks {
  /** The attributes that the title and the details show. */
  uses: readonly string[];
  title: (attributes: Attributes) => string;
  details?: (attributes: Attributes) => string[];
}

const untitled: KnownLooks = { uses: [], title: () => '' };
const named = (title: () => string): KnownLooks => ({ uses: [], title });

const parameter: KnownLooks = {
  uses: ['name', 'in', 'type', 'required'],
  title: ({ name = '' }) => name,
  details: ({ in: place = '', type = '', required = '' }) => [type, place, required === 'true' ? t('required') : ''],
};

const operation: KnownLooks = {
  uses: ['method', 'path', 'host', 'baseUrl', 'summary'],
  title: ({ method = '', path = '', host = '', baseUrl = host }) => `${method.toUpperCase()} ${baseUrl}${path}`.trim(),
  details: ({ summary = '' }) => [summary],
};

const response: KnownLooks = {
  uses: ['status', 'httpCode', 'description'],
  title: ({ status = '', httpCode = status }) => httpCode || t('Response'),
  details: ({ description = '' }) => [description],
};

/** The tags that older editors wrote for API operations, and tags whose attributes are their title. */
const looks: ReadonlyMap<string, KnownLooks> = new Map(
  Object.entries({
    swagger: operation,
    'swagger-description': untitled,
    'swagger-parameter': parameter,
    'swagger-response': response,
    'api-method': operation,
    'api-method-summary': untitled,
    'api-method-description': untitled,
    'api-method-spec': untitled,
    'api-method-request': named(() => t('Request')),
    'api-method-path-parameters': named(() => t('Path parameters')),
    'api-method-query-parameters': named(() => t('Query parameters')),
    'api-method-headers': named(() => t('Headers')),
    'api-method-body-parameters': named(() => t('Body parameters')),
    'api-method-form-data-parameters': named(() => t('Form data')),
    'api-method-parameter': parameter,
    'api-method-response': named(() => t('Response')),
    'api-method-response-example': response,
    'api-method-response-example-description': untitled,
    if: { uses: ['condition'], title: ({ condition = '' }) => t`Shown if ${condition}` },
    update: {
      uses: ['date', 'tags'],
      title: ({ date = '' }) => date || t({ message: 'update', comment: ['block with the news of a day'] }),
      details: ({ tags = '' }) => tags.split(',').map(tag => tag.trim()),
    },
  } satisfies Record<string, KnownLooks>),
);
