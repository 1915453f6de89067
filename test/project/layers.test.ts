import assert from 'node:assert/strict';
import { modules, type Module } from './sources.ts';

const sources = modules('src');
const layerOf = (path: string) => /^src\/(api|markdown|model|ui|features|webview|sandbox)\//.exec(path)?.[1] ?? 'top';
const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1];

/** Folders of src/features that several features use. */
const sharedFolders = new Set(['conversations', 'moving', 'opening', 'picking']);

/** The layers that each layer may import from, including types. */
const reach: Record<string, string[]> = {
  api: ['api'],
  markdown: ['markdown', 'api'],
  model: ['model', 'markdown', 'api'],
  ui: ['ui', 'markdown', 'api'],
  features: ['features', 'model', 'ui', 'markdown', 'api'],
  webview: ['webview', 'markdown', 'api'],
  sandbox: ['sandbox', 'markdown', 'api'],
};

/** Returns true for the messages between a webview page and its feature, which both import. */
function isMessagesOfPage(path: string): boolean {
  return /^src\/webview\/[^/]+\/messages\.ts$/.test(path);
}

function offenders(find: (module: Module) => string[]): string[] {
  return sources.flatMap(module => find(module).map(what => `${module.path} -> ${what}`));
}

describe('layers', () => {
  it('import in one direction: extension -> features -> {model, ui} -> {markdown, api}, extension -> sandbox', () => {
    const wrong = offenders(({ path, imports }) => {
      const allowed = reach[layerOf(path)];
      const isApp = (target: string) => target === 'src/app.ts' && layerOf(path) === 'features';
      const isMessages = (target: string) => isMessagesOfPage(target) && layerOf(path) === 'features';
      const ours = imports.filter(
        ({ target, kind }) => target.startsWith('src/') && !(kind === 'type' && isApp(target)),
      );
      const isFar = (target: string) => allowed && !allowed.includes(layerOf(target)) && !isMessages(target);
      return ours.filter(({ target }) => isFar(target)).map(({ target }) => target);
    });
    assert.deepEqual(wrong, []);
  });

  it('have no import cycles, including types', () => {
    const importCircles = circles(
      new Map(sources.map(({ path, imports }) => [path, imports.map(({ target }) => target)])),
    );
    assert.deepEqual(importCircles, []);
  });

  it('allow a feature to import only node.ts of another one, and shared feature folders', () => {
    const wrong = offenders(({ path, imports }) => {
      const feature = featureOf(path);
      return imports
        .filter(({ target }) => {
          const other = featureOf(target);
          return feature && other && feature !== other && !sharedFolders.has(other) && !target.endsWith('/node.ts');
        })
        .map(({ target }) => target);
    });
    assert.deepEqual(wrong, []);
  });

  it('keep vscode out of api, markdown, webview and sandbox', () => {
    const wrong = offenders(({ path, imports }) => {
      const isBelow = ['api', 'markdown', 'webview', 'sandbox'].includes(layerOf(path));
      return isBelow ? imports.filter(({ target }) => target === 'vscode').map(({ target }) => target) : [];
    });
    assert.deepEqual(wrong, []);
  });

  it('import packages dynamically by their default export, the only one that esbuild gives CommonJS in split code', () => {
    const wrong = offenders(({ text }) => {
      const lines = text.split('\n').filter(line => /(?<!typeof )\bimport\('(?!\.|node:)/.test(line));
      return lines.filter(line => !/\{ default: \w+ \} = await import\(/.test(line));
    });
    assert.deepEqual(wrong, []);
  });

  it('keep HTTP out of the sandbox except its entry point', () => {
    const isRoom = (path: string) => path.startsWith('src/sandbox/') && !path.startsWith('src/sandbox/http/');
    const wrong = offenders(({ path, imports }) => {
      const isFree = !isRoom(path) || path === 'src/sandbox/index.ts';
      return isFree ? [] : imports.map(({ target }) => target).filter(target => target.startsWith('src/sandbox/http/'));
    });
    assert.deepEqual(wrong, []);
  });

  it('keep operations out of other folders of the sandbox, which the operations use', () => {
    const rooms = /^src\/sandbox\/(http|reply|store|access|content|gitSync|import|pdf)\//;
    const wrong = offenders(({ path, imports }) =>
      rooms.test(path)
        ? imports.map(({ target }) => target).filter(target => target.startsWith('src/sandbox/operations/'))
        : [],
    );
    assert.deepEqual(wrong, []);
  });

  it('keep writes out of the merges and importers', () => {
    const wrong = offenders(({ path, imports }) =>
      /^src\/sandbox\/(content\/merge|import)\//.test(path)
        ? imports
            .map(({ target }) => target)
            .filter(target => /\/(store\/state|store\/transaction|caller)\.ts$/.test(target))
        : [],
    );
    assert.deepEqual(wrong, []);
  });

  it('create a Response in one function of the sandbox', () => {
    const makers = sources.filter(
      ({ path, text }) => path.startsWith('src/sandbox/') && /\bResponse(\.json)?\(/.test(text),
    );
    assert.deepEqual(
      makers.map(({ path }) => path),
      ['src/sandbox/index.ts'],
    );
  });

  for (const [name, file] of [
    ['undici', 'src/api/http.ts'],
    ['node:http', 'src/sandbox/http/server.ts'],
  ]) {
    it(`allow ${name} in one file`, () => {
      const users = sources.filter(({ imports }) => imports.some(({ target }) => target === name));
      assert.deepEqual(
        users.map(({ path }) => path),
        [file],
      );
    });
  }

  it('load HTTP, Markdown, validation and the sandbox lazily, and one package eagerly', () => {
    const heavy = ['src/api/http.ts', 'src/markdown/index.ts', 'src/api/openapi/validate.ts', 'src/sandbox/index.ts'];
    const loaded = loadedWith('src/extension.ts');
    const isAtHand = (target: string) =>
      /^(src\/|node:|vscode$|@vscode\/l10n$)/.test(target) && !heavy.includes(target);
    assert.deepEqual(
      [...loaded].filter(target => !isAtHand(target)),
      [],
    );
  });

  it('keep the HTML parser out of the start of the sandbox', () => {
    const reader = 'src/sandbox/import/htmlToMarkdown.ts';
    assert.ok(sources.some(({ path }) => path === reader));
    assert.ok(!loadedWith('src/sandbox/index.ts').has(reader));
  });

  it('keep extension.ts at 60 lines at most', () => {
    const lines =
      sources
        .find(({ path }) => path === 'src/extension.ts')
        ?.text.trim()
        .split('\n').length ?? 0;
    assert.ok(lines > 0 && lines <= 60, `${lines} lines`);
  });
});

/** Returns all modules that importing a file loads, including packages. */
function loadedWith(entry: string): Set<string> {
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    const { imports = [] } = sources.find(module => module.path === path) ?? {};
    for (const { target, kind } of imports) if (kind === 'value') load(target);
  };
  load(entry);
  return loaded;
}

/** Returns the import cycles, each as the list of its files. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const names = new Map<string, string>();
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) {
      const circle = way.slice(start);
      names.set(circle.toSorted().join(), [...circle, path].join(' -> '));
      return;
    }
    if (done.has(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return [...names.values()];
}
