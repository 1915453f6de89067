// Puts what an entry loads at once into its own file: each file that VS Code loads costs some of the start. The other
// files find there what they share with it.
import { basename, dirname } from 'node:path';
import * as esbuild from 'esbuild';

/**
 * Takes what esbuild has split, as ES modules, and gives the name and the code of one CommonJS file for the entry, and, by
 * the names of the files that went into it, what is to be required in their place. The metafile says afterwards what is
 * in which.
 */
export async function inOneFile(entry, { outputFiles, metafile }, options) {
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const paths = new Map(Object.keys(metafile.outputs).map(path => [basename(path), path]));
  const outputOf = name => metafile.outputs[paths.get(name)];
  const [first, ...parts] = atOnce(entry, outputOf);
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
  const isPart = ({ path }) => parts.includes(basename(path));
  const all = [first, ...parts].map(outputOf);
  Object.assign(outputOf(first), {
    inputs: Object.assign({}, ...all.map(({ inputs }) => inputs)),
    imports: all.flatMap(({ imports }) => imports).filter(one => !isPart(one) && basename(one.path) !== first),
  });
  for (const name of parts) delete metafile.outputs[paths.get(name)];
  const fromFirst = { path: paths.get(first), kind: 'require-call' };
  for (const output of Object.values(metafile.outputs)) {
    output.imports = output.imports.map(one => (isPart(one) ? fromFirst : one));
  }
  const required = parts.map((name, index) => [name, `require("./${first}").part${index}`]);
  return { first, code: whole[0].text, required: new Map(required) };
}

/** The names of the files that are loaded with a file, which comes first. */
function atOnce(entry, outputOf) {
  const found = new Set([`${entry}.js`]);
  for (const name of found) {
    const needed = outputOf(name).imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
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
