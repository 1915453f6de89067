import assert from 'node:assert/strict';
import { modules, type Module } from './sources.ts';

const sources = modules('src');
const layerOf = (path: string) => /^src\/(api|sandbox|ui|features)\//.exec(path)?.[1] ?? 'top';
const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1];

/** What the value imports of each layer may reach. */
const reach: Record<string, string[]> = {
  api: ['api'],
  sandbox: ['sandbox', 'api'],
  ui: ['ui', 'api'],
  features: ['features', 'ui', 'api'],
};

function offenders(find: (module: Module) => string[]): string[] {
  return sources.flatMap(module => find(module).map(what => `${module.path} -> ${what}`));
}

describe('layers', () => {
  it('import one way: extension -> features -> ui -> api, extension -> sandbox -> api', () => {
    const wrong = offenders(({ path, imports }) => {
      const allowed = reach[layerOf(path)];
      const ours = imports.filter(({ target }) => target.startsWith('src/'));
      return ours
        .filter(({ target, kind }) => allowed && kind !== 'type' && !allowed.includes(layerOf(target)))
        .map(({ target }) => target);
    });
    assert.deepEqual(wrong, []);
  });

  it('let a lower layer know an upper one by the type App alone', () => {
    const wrong = offenders(({ path, imports }) => {
      const allowed = reach[layerOf(path)];
      const types = imports.filter(({ target, kind }) => kind === 'type' && target.startsWith('src/'));
      const isApp = (target: string) => target === 'src/app.ts' && ['ui', 'features'].includes(layerOf(path));
      return types
        .filter(({ target }) => allowed && !allowed.includes(layerOf(target)) && !isApp(target))
        .map(({ target }) => target);
    });
    assert.deepEqual(wrong, []);
  });

  it('let a feature know another by its node.ts or a type', () => {
    const wrong = offenders(({ path, imports }) => {
      const own = featureOf(path);
      return imports
        .filter(({ target, kind }) => {
          const other = featureOf(target);
          return own && other && own !== other && kind !== 'type' && !target.endsWith('/node.ts');
        })
        .map(({ target }) => target);
    });
    assert.deepEqual(wrong, []);
  });

  it('keep vscode out of api and sandbox', () => {
    const wrong = offenders(({ path, imports }) => {
      const isBelow = ['api', 'sandbox'].includes(layerOf(path));
      return isBelow ? imports.filter(({ target }) => target === 'vscode').map(({ target }) => target) : [];
    });
    assert.deepEqual(wrong, []);
  });

  for (const [name, file] of [
    ['undici', 'src/api/http.ts'],
    ['node:http', 'src/sandbox/server.ts'],
  ]) {
    it(`let one file know ${name}`, () => {
      const users = sources.filter(({ imports }) => imports.some(({ target }) => target === name));
      assert.deepEqual(
        users.map(({ path }) => path),
        [file],
      );
    });
  }

  it('load HTTP, Markdown and validation on first use only', () => {
    const heavy = [
      'src/api/http.ts',
      'src/api/markdown.ts',
      'src/features/openapi/validate.ts',
      'src/sandbox/index.ts',
    ];
    const wrong = offenders(({ path, imports }) => {
      const isMain = layerOf(path) !== 'sandbox' && !heavy.includes(path) && !path.startsWith('src/api/markdown/');
      const eager = imports.filter(({ target, kind }) => kind === 'value' && heavy.includes(target));
      return isMain ? eager.map(({ target }) => target) : [];
    });
    assert.deepEqual(wrong, []);
  });

  it('keep the reader of HTML out of the start of the sandbox', () => {
    const reader = 'src/sandbox/htmlToMarkdown.ts';
    const wrong = offenders(({ imports }) =>
      imports.filter(({ target, kind }) => kind === 'value' && target === reader).map(({ target }) => target),
    );
    assert.deepEqual(wrong, []);
    const users = sources.filter(({ imports }) => imports.some(({ target }) => target === reader));
    assert.ok(users.length > 0);
  });

  it('leave extension.ts to composition: at most 60 lines', () => {
    const lines =
      sources
        .find(({ path }) => path === 'src/extension.ts')
        ?.text.trim()
        .split('\n').length ?? 0;
    assert.ok(lines > 0 && lines <= 60, `${lines} lines`);
  });

  it('have no loose types: no any, no default exports, no ignored errors', () => {
    const loose = /(\bas any\b|: any\b|<any>|@ts-ignore|@ts-expect-error|@ts-nocheck|^export default )/m;
    const wrong = offenders(({ path, text }) =>
      !path.endsWith('.d.ts') && loose.test(text) ? [String(loose.exec(text)?.[0])] : [],
    );
    assert.deepEqual(wrong, []);
  });
});
