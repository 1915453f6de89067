import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { setWebviewHtml, openPanel } from '../../src/ui/webviewPage.ts';

const extension = vscode.Uri.file('/extension');

/** Returns the parts of a webview page with this title. */
function filled(title: string): { html: string; policy: Map<string, string>; source: string; roots: string[] } {
  const panel = openPanel('test', title);
  const { webview } = panel;
  setWebviewHtml(panel, extension, { script: 'dist/page.js', styles: ['dist/page.css'], roots: [] });
  const [, written = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(webview.html) ?? [];
  const rules = written.split('; ').map(rule => /^(\S+) (.*)$/.exec(rule)?.slice(1) as [string, string]);
  const roots = (webview.options.localResourceRoots ?? []).map(String);
  const content = { html: webview.html, policy: new Map(rules), source: webview.cspSource, roots };
  panel.dispose();
  return content;
}

describe('a page in a webview', () => {
  it('may run only the script of the extension, and load only its files and its images, which all exist', () => {
    const { html, policy, source, roots } = filled('#8');
    const [, nonce = ''] = /<script nonce="([\w-]{22})" src="[^"]*\/extension\/dist\/page\.js">/.exec(html) ?? [];
    assert.deepEqual(Object.fromEntries(policy), {
      'default-src': "'none'",
      'script-src': `'nonce-${nonce}'`,
      'style-src': source,
      'img-src': `${source} data:`,
      'font-src': source,
      'base-uri': "'none'",
      'form-action': "'none'",
    });
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.doesNotMatch(html, /unsafe-|<style|style="| on\w+="/);
    assert.deepEqual(roots, [extension.toString()]);
  });

  it('has a new nonce each time', () => {
    assert.notEqual(filled('#8').policy.get('script-src'), filled('#8').policy.get('script-src'));
  });

  it('escapes HTML in its title', () => {
    const { html } = filled('</title><script>a()</script>');
    assert.equal(html.match(/<script/g)?.length, 1);
  });
});
