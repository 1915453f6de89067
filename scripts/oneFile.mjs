// Puts what an entry loads at once into its own file: each file that VS Code loads costs some of the start. The other
// parts still find what they share with it under the names that they know.
import { basename, dirname, relative } from 'node:path';
import * as esbuild from 'esbuild';

/**
 * Takes what esbuild has split, as ES modules, and gives one CommonJS file for the entry, and a line for each part that
 * went into it. The metafile says afterwards what is in which.
 */
export async function inOneFile(entry, { outputFiles, metafile }, options) {
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const [first, ...parts] = atOnce(entry, outputs);
  const exported = parts.map((name, index) => `export * as part${index} from './${name}';`);
  const { outputFiles: whole } = await esbuild.build({
    ...options,
    stdin: {
      contents: [`export * from './${first}';`, ...exported].join('\n'),
      resolveDir: dirname(outputFiles[0].path),
    },
    bundle: true,
    write: false,
    external: ['vscode'],
    plugins: [partsOf(new Set([first, ...parts]), texts)],
  });
  const lines = parts.map((name, index) => [name, `module.exports=require("./${first}").part${index};\n`]);
  const merged = new Map([[first, whole[0].text], ...lines]);
  const all = [...merged.keys()].map(name => outputs.get(name));
  Object.assign(outputs.get(first), {
    inputs: Object.assign({}, ...all.map(({ inputs }) => inputs)),
    imports: all.flatMap(({ imports }) => imports).filter(({ path }) => !merged.has(basename(path))),
  });
  const imports = [
    { path: relative('.', outputFiles.find(({ path }) => basename(path) === first).path), kind: 'require-call' },
  ];
  for (const name of parts) Object.assign(outputs.get(name), { inputs: {}, imports });
  return merged;
}

/** The names of the files that are loaded with a file, which comes first. */
function atOnce(entry, outputs) {
  const found = new Set([`${entry}.js`]);
  for (const name of found) {
    const needed = outputs.get(name).imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
    for (const { path } of needed) found.add(basename(path));
  }
  return [...found];
}

function partsOf(names, texts) {
  return {
    name: 'parts',
    setup(build) {
      build.onResolve({ filter: /^\.\// }, ({ path }) => {
        const name = basename(path);
        return names.has(name) ? { path: name, namespace: 'part' } : { path, external: true };
      });
      build.onLoad({ filter: /./, namespace: 'part' }, ({ path }) => ({ contents: texts.get(path) }));
    },
  };
}
