import { t } from '@vscode/l10n';
import { isEmoji } from '../../markdown/document.ts';

/** The type of value that a front matter key takes. */
export type SettingType = 'text' | 'flag' | 'number' | 'texts' | 'mapping' | 'visibility' | 'picture';

/** Settings by the keys of front matter, in the order in which they are written. */
export type PageSettings = ReadonlyMap<string, PageSetting>;

/** A key of front matter that the service reads. */
export interface PageSetting {
  type: SettingType;
  /** One or two sentences for the user who writes the key. */
  description: string;
  /** The known values, the default first. The service may accept others. */
  values?: readonly string[];
  maxLength?: number;
  members?: PageSettings;
}

function settingsOf(settings: Record<string, PageSetting>): PageSettings {
  return new Map(Object.entries(settings));
}

function visibility(description: string, members: Record<string, PageSetting> = {}): PageSetting {
  const visible: PageSetting = { type: 'flag', description, values: ['true', 'false'] };
  return { type: 'visibility', description, values: ['true', 'false'], members: settingsOf({ visible, ...members }) };
}

const flag = (description: string): PageSetting => ({ type: 'flag', description, values: ['false', 'true'] });
const text = (description: string, limits: Partial<PageSetting> = {}): PageSetting => ({
  type: 'text',
  description,
  ...limits,
});

const layout = settingsOf({
  width: text(t('Width of the page.'), { values: ['default', 'wide'] }),
  cover: visibility(t('Whether the cover is visible.'), {
    size: text(t('Size of the cover.'), { values: ['hero', 'full', 'background'] }),
  }),
  title: visibility(t('Whether the title is visible.')),
  description: visibility(t('Whether the description is visible.')),
  tableOfContents: visibility(t('Whether the table of contents is visible.')),
  outline: visibility(t('Whether the outline of headings is visible.')),
  pagination: visibility(t('Whether the links to the next and previous page are visible.')),
  metadata: visibility(t('Whether details such as the last update are visible.')),
  tags: visibility(t('Whether the tags of the page are visible.')),
});

/** The keys of front matter that the service reads, in the order in which they are written. */
export const pageSettings: PageSettings = settingsOf({
  title: text(t('Title of the page. Needed only if the page does not begin with its title as a heading.')),
  linkTitle: text(t('Title in the table of contents, if it differs from the title of the page.'), { maxLength: 100 }),
  description: text(t('Short summary of the page, shown below its title and in search results.')),
  icon: text(t('Name of the Font Awesome icon that is shown before the title, such as "gear".'), { maxLength: 50 }),
  emoji: text(t('Emoji that is shown before the title, such as 🚀. An icon is shown instead if there is one.'), {
    maxLength: 50,
  }),
  slug: text(t('Last part of the address of the page. Saving moves the page to its new address.'), { maxLength: 100 }),
  cover: { type: 'picture', description: t('Picture above the page: "/files/ID", or an address of the web.') },
  coverDark: text(t('Picture above the page in dark mode.')),
  coverY: { type: 'number', description: t('Vertical position of the cover.') },
  layout: {
    type: 'mapping',
    description: t('Width of the page, and which of its parts are visible.'),
    members: layout,
  },
  hidden: flag(t('Hides the page from the table of contents. Readers can still open it by its address.')),
  noIndex: flag(t('Leaves the page out of the search of the site.')),
  noRobotsIndex: flag(t('Asks search engines not to list the page.')),
  if: text(t('Condition that decides which visitors see the page, such as "visitor.claims.beta".')),
  vars: { type: 'mapping', description: t('Variables that can be used on this page, by name.') },
  variables: { type: 'mapping', description: t('Variables that can be used on this page, by name: "vars" for short.') },
  tags: { type: 'texts', description: t('Tags of the page.') },
  metaLinks: {
    type: 'mapping',
    description: t('Addresses that the published page names for search engines.'),
    members: settingsOf({
      canonical: text(t('The address that search engines should list instead of this page.')),
      alternates: { type: 'texts', description: t('Addresses of other versions of this page.') },
    }),
  },
});

/** Keys that other tools write for pages and that the service sets itself. */
const readOnlyKeys: ReadonlyMap<string, string> = new Map([
  ['path', t('"path" follows from the slug of the page and the pages above it. Rename or move the page instead.')],
  ...['id', 'documentId', 'createdAt', 'updatedAt'].map(
    key => [key, t`The service sets "${key}" itself. Remove the key.`] as const,
  ),
]);

/** Returns why the service refuses a value of front matter, as a sentence; undefined if it is valid. */
export function settingViolation(key: string, value: unknown): string | undefined {
  const setting = pageSettings.get(key);
  if (!setting) return readOnlyKeys.get(key);
  return violationOf(`"${key}"`, setting, value) ?? textViolations.get(key)?.(settingText(value));
}

/** Returns the setting at a path of keys; undefined for an unknown key. */
export function settingAt(path: readonly string[]): PageSetting | undefined {
  const [first = '', ...others] = path;
  const start = pageSettings.get(first);
  return others.reduce<PageSetting | undefined>((setting, key) => setting?.members?.get(key), start);
}

/** The rules of the service for text values, beyond type and length. */
const textViolations = new Map<string, (text: string) => string | undefined>([
  ['title', text => (text === '' ? t('A page needs a title.') : undefined)],
  ['emoji', text => (text !== '' && !isEmoji(text) ? t('"emoji" must be an emoji.') : undefined)],
  ['slug', text => (/[\s/?#]/.test(text) ? t('"slug" cannot have spaces, "/", "?" and "#".') : undefined)],
]);

/** Returns a value of front matter as text; empty for any other type. */
export function settingText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function violationOf(name: string, setting: PageSetting, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  const { type, maxLength = Infinity, members } = setting;
  if (!isOfType(type, value)) return typeViolations[type](name);
  if (isText(value)) {
    const length = [...value].length;
    if (length > maxLength) return t`${name} can have at most ${maxLength} characters. It has ${length}.`;
  }
  if (!isMapping(value) || !members) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const memberSetting = members.get(key);
    const reason = memberSetting && violationOf(t`"${key}" in ${name}`, memberSetting, member);
    if (reason) return reason;
  }
  return undefined;
}

const typeViolations: Readonly<Record<SettingType, (name: string) => string>> = {
  text: name => [t`${name} must be text.`, t('Put it in quotation marks.')].join(' '),
  flag: name => t`${name} must be true or false.`,
  number: name => t`${name} must be a number.`,
  texts: name => t`${name} must be a list of texts.`,
  mapping: name => t`${name} must be a mapping of keys to values, each on an indented line of its own.`,
  visibility: name =>
    t`${name} must be true or false, or have "visible: true" or "visible: false" on an indented line of its own.`,
  picture: name => t`${name} must be the address of a picture.`,
};

function isOfType(type: SettingType, value: unknown): boolean {
  switch (type) {
    case 'text':
      return isText(value) || typeof value === 'number';
    case 'flag':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'texts':
      return [value].flat().every(one => isText(one) || typeof one === 'number');
    case 'mapping':
      return isMapping(value);
    case 'visibility':
      return typeof value === 'boolean' || isMapping(value);
    case 'picture':
      return isText(value) || isMapping(value);
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
