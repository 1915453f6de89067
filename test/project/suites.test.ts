import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secondRunFiles, suites, testFiles } from '../../scripts/suites.mjs';
import { manifest, root } from './sources.ts';

/** Runs `npm run try` with these arguments. */
function tried(...args: string[]) {
  // The results must not be counted among those of this suite.
  const env = { ...process.env, MARGINALIA_TEST_RESULT: undefined };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/try.mjs', ...args], { cwd: root, env });
  return { status, output: `${stdout}${stderr}` };
}

describe('test suites', () => {
  it('contain every test file in one of them', () => {
    const folders = Object.values(suites).flat();
    assert.equal(new Set(folders).size, folders.length);
    const files = globSync('test/**/*.test.ts', { cwd: root });
    assert.deepEqual(
      files.filter(file => !folders.some(folder => file.startsWith(`test/${folder}/`))),
      [],
    );
  });

  it('fail when no file matches, and list the existing files', () => {
    const { status, output } = tried('host', 'no-such-part');
    assert.equal(status, 1);
    assert.match(output, /^No test was run: no test file of "host" has "no-such-part" in its path\./);
    assert.match(output, /^ {2}test\/features\/editorLinks\/links\.test\.ts$/m);
  });

  it('fail when only another suite has a match, and name that suite', () => {
    const { status, output } = tried('ui', 'project/suites');
    assert.equal(status, 1);
    assert.match(output, /npm run try -- node project\/suites$/m);
  });

  it('fail when no test title matches', () => {
    const { status, output } = tried('node', 'project/layers', '--grep', 'a title that no test has');
    assert.equal(status, 1);
    assert.match(output, /^No test was run/m);
  });

  it('run again on a server without optional operations only when that, or the version of VS Code, makes a difference', () => {
    const files = secondRunFiles();
    assert.ok(files.includes('test/features/reviews/finish.test.ts'), 'it says what differs');
    assert.ok(files.includes('test/features/webviewPage.test.ts'), 'VS Code differs');
    assert.ok(files.length < testFiles('host').length / 2);
  });

  it('run on the lowest VS Code that the manifest allows, with the Node that the extension is built for', () => {
    const { engines, scripts } = manifest();
    const { dependencies } = JSON.parse(readFileSync(join(root, 'test/host/vscode-floor/package.json'), 'utf8'));
    const [, minor] = /^\^1\.(\d+)\.0$/.exec(engines.vscode) ?? assert.fail('the lowest version is not plain');
    // code-server 4.105.1 is the server build of VS Code 1.105.1.
    assert.match(dependencies['code-server'], new RegExp(`^4\\.${minor}\\.\\d+$`));
    const [, target = ''] = /target: 'node([\d.]+)'/.exec(readFileSync(join(root, 'esbuild.mjs'), 'utf8')) ?? [];
    assert.equal(dependencies.node, `${target}.0`);
    const floor = Object.keys(scripts).filter(name => scripts[name]?.includes(' --floor'));
    const all = readFileSync(join(root, 'scripts/test.mjs'), 'utf8');
    assert.ok(floor.some(name => all.includes(`'${name.replace('test:', '')}'`)));
  });
});
