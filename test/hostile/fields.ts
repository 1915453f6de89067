import assert from 'node:assert/strict';
import { dangersIn, type Element, pageOf } from '../host/html.ts';

/** Texts that end an element, an attribute in either kind of quotes, or a comment, and then run a script. */
export const hostileTexts: readonly string[] = [
  '<img src=x onerror=alert(1)>',
  '</span></div></figure></table><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '--><svg onload=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
];

/** Writes text as Markdown. */
export const inMarkdown = (text: string) =>
  text.replace(/[&<>"'|[\]`*_()-]/g, character => `&#${character.charCodeAt(0)};`);
/** Writes text as HTML: between two tags, or as the value of an attribute. */
export const inHtml = inMarkdown;
/** Writes text as the alternative text of a picture, in which Markdown decodes no character references. */
const inAlternative = (text: string) => text.replace(/[[\]\\]/g, '\\$&');
/** Writes text as the value of an attribute of a tag such as `{% code title="..." %}`. */
export const inTag = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

export interface Field {
  /** A page with the text in this field. */
  page: (text: string) => string;
  /** True if neither the review page nor an attribute in it contains the text. */
  isHidden?: true;
}

const table = (head: string, cell: string) => `| ${head} | b |\n| --- | --- |\n| ${cell} | d |`;
export const cards = ({ title = 'A', cover = 'c.png', target = 'a.md' }) =>
  `<table data-view="cards"><thead><tr><th></th><th data-card-target data-hidden></th><th data-card-cover data-hidden></th></tr></thead><tbody><tr><td>${title}</td><td><a href="${target}">there</a></td><td><a href="${cover}">cover</a></td></tr></tbody></table>`;

/** Pages with a text in each field that a page has. */
export const fields: Readonly<Record<string, Field>> = {
  'a heading': { page: text => `# ${inMarkdown(text)}` },
  'a paragraph': { page: text => inMarkdown(text) },
  'code in a sentence': { page: text => `See \`${text}\` now.` },
  'a line of code': { page: text => `\`\`\`html\n${text}\n\`\`\`` },
  'a mark in code': { page: text => `<pre><code>a <strong>${inHtml(text)}</strong>\n</code></pre>` },
  'the target of a link in code': { page: text => `<pre><code>a <a href="${inHtml(text)}">b</a>\n</code></pre>` },
  'the colour of a mark in code': {
    page: text => `<pre><code>a <mark style="color:${inHtml(text)};">b</mark>\n</code></pre>`,
    isHidden: true,
  },
  'a diagram': { page: text => `\`\`\`mermaid\n${text}\n\`\`\`` },
  'the language of code': { page: text => `\`\`\`${text.replaceAll(' ', '/')}\na\n\`\`\``, isHidden: true },
  'what follows the language of code': { page: text => `\`\`\`js ${text}\na\n\`\`\``, isHidden: true },
  'the title of code': { page: text => `{% code title=${inTag(text)} %}\n\`\`\`js\na\n\`\`\`\n{% endcode %}` },
  'the title of a wrapper around more than code': {
    page: text => `{% code title=${inTag(text)} %}\na\n\nb\n{% endcode %}`,
  },
  'an attribute of an integration': { page: text => `{% @a/b c=${inTag(text)} %}` },
  'an address of an integration': { page: text => `{% @a/b c=${inTag(`https://a.example/?${text}`)} %}` },
  'the tags of an update': { page: text => `{% update tags=${inTag(text)} %}\na\n{% endupdate %}` },
  'the name of a parameter': {
    page: text =>
      `{% swagger %}\n{% swagger-parameter name=${inTag(text)} %}\na\n{% endswagger-parameter %}\n{% endswagger %}`,
  },
  'the question of a button': { page: text => `<button data-query="${inHtml(text)}">a</button>` },
  'an item of a list': { page: text => `* ${inMarkdown(text)}` },
  'a task': { page: text => `* [x] ${inMarkdown(text)}` },
  'a quote': { page: text => `> ${inMarkdown(text)}` },
  'the title of a column': { page: text => table(inMarkdown(text), 'c') },
  'a cell of a table': { page: text => table('a', inMarkdown(text)) },
  'a cell of a table in HTML': { page: text => `<table><tr><td>${inHtml(text)}</td></tr></table>` },
  'the title of a card': { page: text => cards({ title: inHtml(text) }) },
  'the cover of a card': { page: text => cards({ cover: inHtml(text) }), isHidden: true },
  'the target of a card': { page: text => cards({ target: inHtml(text) }) },
  'the title of a tab': { page: text => `{% tabs %}\n{% tab title=${inTag(text)} %}\na\n{% endtab %}\n{% endtabs %}` },
  'the icon of a tab': {
    page: text => `{% tabs %}\n{% tab title="A" icon=${inTag(text)} %}\na\n{% endtab %}\n{% endtabs %}`,
    isHidden: true,
  },
  'the style of a hint': { page: text => `{% hint style=${inTag(text)} %}\na\n{% endhint %}`, isHidden: true },
  'the text of a hint': { page: text => `{% hint style="info" %}\n${inMarkdown(text)}\n{% endhint %}` },
  'the width of a column of the page': {
    page: text => `{% columns %}\n{% column width=${inTag(text)} %}\na\n{% endcolumn %}\n{% endcolumns %}`,
    isHidden: true,
  },
  'a step': { page: text => `{% stepper %}\n{% step %}\n${inMarkdown(text)}\n{% endstep %}\n{% endstepper %}` },
  'the summary of a disclosure': {
    page: text => `<details>\n<summary>${inHtml(text)}</summary>\n\na\n\n</details>`,
  },
  'the text of a disclosure': { page: text => `<details>\n<summary>T</summary>\n\n${inMarkdown(text)}\n\n</details>` },
  'the alternative text of a picture that is shown': { page: text => `![${inAlternative(text)}](a.png)` },
  'the alternative text of a picture that is not there': { page: text => `![${inAlternative(text)}](gone.jpg)` },
  'the alternative text of a picture of another server': {
    page: text => `![${inAlternative(text)}](https://a.example/b.jpg)`,
  },
  'the alternative text of a picture in HTML': { page: text => `<img src="gone.jpg" alt="${inHtml(text)}">` },
  'the alternative text of a picture in a sentence': { page: text => `See ![${inAlternative(text)}](gone.jpg) now.` },
  'the caption of a picture': {
    page: text => `<figure><img src="a.png" alt=""><figcaption>${inHtml(text)}</figcaption></figure>`,
  },
  'the address of a picture': { page: text => `<img src="${inHtml(text)}" alt="">`, isHidden: true },
  'the address of a picture of another server': {
    page: text => `<img src="https://a.example/?${inHtml(text)}" alt="">`,
    isHidden: true,
  },
  'the width of a picture': { page: text => `<img src="a.png" alt="" width="${inHtml(text)}">`, isHidden: true },
  'the text of a link': { page: text => `[${inMarkdown(text)}](a.md)` },
  'the target of a link': { page: text => `<a href="${inHtml(text)}">a</a>` },
  'the target of a link to the web': { page: text => `<a href="https://a.example/?${inHtml(text)}">a</a>` },
  'the title of a link': { page: text => `<a href="a.md" title="${inHtml(text)}">a</a>`, isHidden: true },
  'the class of a link': { page: text => `<a href="a.md" class="button ${inHtml(text)}">a</a>`, isHidden: true },
  'the target of a link by reference': {
    page: text => `[a][b]\n\n[b]: <a.md?${text.replaceAll(/[<>]/g, '')}>`,
    isHidden: true,
  },
  'the address of an embed': { page: text => `{% embed url=${inTag(`https://a.example/?${text}`)} %}` },
  'the caption of an embed': {
    page: text => `{% embed url="https://a.example/" %}\n${inMarkdown(text)}\n{% endembed %}`,
  },
  'the address of a file': { page: text => `{% file src=${inTag(text)} %}` },
  'the caption of a file': { page: text => `{% file src="a.zip" %}\n${inMarkdown(text)}\n{% endfile %}` },
  'the address of a link to a page': { page: text => `{% content-ref url=${inTag(text)} %}\n{% endcontent-ref %}` },
  'the text of a link to a page': {
    page: text => `{% content-ref url="a.md" %}\n[${inMarkdown(text)}](a.md)\n{% endcontent-ref %}`,
  },
  'the address of reusable content': { page: text => `{% include "${text.replaceAll('"', "'")}" %}`, isHidden: true },
  'the specification of an API operation': {
    page: text => `{% openapi-operation spec=${inTag(text)} path="/a" method="get" %}\n{% endopenapi-operation %}`,
  },
  'the path of an API operation': {
    page: text => `{% openapi-operation spec="a" path=${inTag(text)} method="get" %}\n{% endopenapi-operation %}`,
  },
  'the method of an API operation': {
    page: text => `{% openapi-operation spec="a" path="/a" method=${inTag(text.toUpperCase())} %}`,
    isHidden: true,
  },
  'an attribute of an unknown tag': { page: text => `{% other name=${inTag(text)} %}` },
  'the text in an unknown tag': { page: text => `{% other %}\n${inMarkdown(text)}\n{% endother %}` },
  'a formula': { page: text => `$$\n${text}\n$$` },
  'a formula in a sentence': { page: text => `The depth $$${text}$$ is.` },
  'a footnote': { page: text => `a[^1]\n\n[^1]: ${inMarkdown(text)}` },
  'a reference to a footnote': {
    page: text => `a[^${text.replaceAll(/\s/g, '/')}] b\n\n[^${text.replaceAll(/\s/g, '/')}]: c`,
    isHidden: true,
  },
  'the label of a footnote': { page: text => `a\n\n[^${text.replaceAll(/\s/g, '/')}]: b`, isHidden: true },
  'a definition of a link': { page: text => `a\n\n[b]: <a.md?${text.replaceAll(/[<>]/g, '')}>`, isHidden: true },
  'the name of an icon': { page: text => `<i class="fa-${inHtml(text)}">a</i>`, isHidden: true },
  'the colour of a mark': { page: text => `<mark style="color:${inHtml(text)};">a</mark>`, isHidden: true },
  'an expression': { page: text => `<code class="expression">${inHtml(text)}</code>` },
  'the alignment of a paragraph in HTML': { page: text => `<p align="${inHtml(text)}">a</p>`, isHidden: true },
  'the language of a paragraph in HTML': { page: text => `<p lang="${inHtml(text)}">a</p>`, isHidden: true },
  'the heading that something was moved below': {
    page: text => `# ${inMarkdown(text)}\n\nWool dries in the sun.\n\nThe second.\n\n# Two\n\nThe third.`,
  },
};

/** Asserts that no part of a hostile text became an element or an attribute. */
export function assertHarmless(html: string, text: string): void {
  assert.deepEqual(dangersIn(html), [], `${text} in ${html}`);
  for (const { tagName, properties } of pageOf(html)) {
    assert.ok(!('onmouseover' in properties || 'onMouseOver' in properties), `<${tagName}> in ${html}`);
  }
}

/** Returns the text of HTML and the values of its attributes, without white space. */
export function textIn(html: string): string {
  const [root] = pageOf(html);
  const texts = [...(root ? textsOf(root) : [])];
  return withoutSpaces(texts.join(' '));
}

function* textsOf(element: Element): Iterable<string> {
  yield* Object.values(element.properties).map(String);
  for (const child of element.children) {
    if (child.type === 'text') yield child.value;
    if (child.type === 'element') yield* textsOf(child);
  }
}

export function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '');
}
