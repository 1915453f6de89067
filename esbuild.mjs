// Builds the extension: node esbuild.mjs [--production] [--watch] [--outdir=DIR] [--metafile=FILE]
// or the tests that run inside VS Code: node esbuild.mjs --tests [part of a test file's path ...]
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { smallFonts } from './scripts/fonts.mjs';
import { notices } from './scripts/notices.mjs';
import { packed } from './scripts/packed.mjs';
import { listFolder } from './src/sandbox/gitSync/folder.ts';
import { inOneFile } from './scripts/oneFile.mjs';
import { trim, trimmed } from './scripts/trimmed.mjs';
import { testFiles } from './scripts/suites.mjs';

const root = import.meta.dirname;
process.chdir(root);

/** What VS Code loads. What it imports dynamically becomes files of their own, and so does what they share. */
const extension = 'src/extension.ts';
/** What it requires when VS Code asks for it and does not wait; see src/features/preview/plugin.ts. */
const preview = 'src/features/preview/markdownIt.ts';
/** What stands alone, and is loaded when something in it is first used. */
const entries = {
  http: 'src/api/http.ts',
  markdown: 'src/markdown/index.ts',
  placing: 'src/markdown/placing/worker.ts',
  differences: 'src/markdown/differences.ts',
  review: 'src/markdown/review/index.ts',
  sandbox: 'src/sandbox/index.ts',
  pdf: 'src/sandbox/pdf/worker.ts',
  'sandbox-cli': 'src/sandbox/main.ts',
  'html-to-markdown': 'src/sandbox/import/htmlToMarkdown.ts',
  'openapi-validate': 'src/features/openapi/validate.ts',
  'structured-text': 'src/api/structuredText.ts',
};

/** What runs inside webviews, and how pages look in them and in the Markdown preview. */
const webviews = {
  'review-page': 'src/webview/reviewPage/main.ts',
  blocks: 'media/blocks.css',
  reviewPage: 'src/webview/reviewPage/styles.css',
};

/** The OpenAPI validator reads its schemas from the folder beside it. */
const addressOfFile = { js: "const __url = require('node:url').pathToFileURL(__filename).href;" };

/** Dynamic imports become require() on first use: what VS Code patches in require() applies to them too. */
const commonJsOnly = { 'dynamic-import': false };

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    production: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
    outdir: { type: 'string' },
    metafile: { type: 'string' },
  },
});

const outdir = flags.outdir ?? (flags.tests ? '.vscode-test/out' : 'dist');
const builds = flags.tests ? [testOptions()] : [extensionOptions(), entriesOptions(), webviewOptions()];
if (!flags.tests) clean();

if (flags.watch) {
  for (const options of builds) await (await esbuild.context(options)).watch();
} else {
  const results = await Promise.all(builds.map(options => esbuild.build(options))).catch(error => {
    // What is wrong with the sources esbuild has printed itself.
    if (!error.errors?.length) {
      console.error(error);
    }
  });
  process.exitCode = results ? 0 : 1;
  if (results && flags.metafile) {
    const outputs = Object.assign({}, ...results.map(({ metafile }) => metafile.outputs));
    writeFileSync(flags.metafile, JSON.stringify({ outputs }));
  }
}

function extensionOptions() {
  if (!existsSync(extension)) {
    throw new Error(`Could not build: ${extension} is missing.`);
  }
  return {
    ...splitOptions('extension'),
    entryPoints: { extension, preview },
    plugins: [
      entriesStayApart(),
      packedData(),
      writtenAsCommonJs('extension'),
      ...(flags.watch ? [watchMessages()] : []),
    ],
  };
}

function entriesOptions() {
  return {
    ...splitOptions('shared'),
    banner: addressOfFile,
    entryPoints: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
    plugins: [entriesStayApart(), packedData(), replacements(), writtenAsCommonJs(), copiedFolders()],
  };
}

function webviewOptions() {
  return {
    absWorkingDir: root,
    outdir,
    entryPoints: webviews,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    // The Chromium of the lowest VS Code that the manifest allows.
    target: 'chrome138',
    plugins: [roundedIcons()],
    minify: flags.production,
    sourcemap: flags.production ? false : 'inline',
    metafile: true,
    logLevel: 'warning',
  };
}

/** What several entries need, and what is imported dynamically, become files of their own. */
function splitOptions(name) {
  return {
    ...commonOptions(),
    // esbuild splits ES modules alone.
    format: 'esm',
    splitting: true,
    // Each name stands in the archive twice.
    chunkNames: `${name[0]}-[name]-[hash]`,
    supported: {},
    write: false,
    minify: flags.production,
    sourcemap: flags.production ? false : 'inline',
  };
}

// All test files in one bundle, so that they share one copy of the sources they import.
function testOptions() {
  const files = testFiles('host', positionals);
  return {
    ...commonOptions(),
    entryPoints: { run: 'test/host/run.ts', tests: 'tests', pdf: entries.pdf, placing: entries.placing },
    outExtension: { '.js': '.cjs' },
    banner: addressOfFile,
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    plugins: [virtualEntry('tests', files.map(file => `import './${file}';`).join('\n')), copiedFolders()],
  };
}

/** The code that loads the test files, or only those that MARGINALIA_TEST_FILES lists. */
function testEntry(files) {
  const loads = files.map(file => `if (!selected || selected.includes('${file}')) require('./${file}');`);
  return ["const selected = process.env.MARGINALIA_TEST_FILES?.split(',');", ...loads].join('\n');
}

function commonOptions() {
  return {
    absWorkingDir: root,
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22.19',
    external: ['vscode'],
    define: {
      'import.meta.dirname': '__dirname',
      'import.meta.filename': '__filename',
      'import.meta.url': '__url',
      'process.env.UNDICI_USE_MILO': "'0'",
    },
    supported: commonJsOnly,
    metafile: true,
    logLevel: 'warning',
  };
}

/** Leaves a dynamic import of another entry to run time instead of bundling it in. */
function entriesStayApart() {
  const names = new Map(Object.entries(entries).map(([name, file]) => [resolve(root, file), name]));
  return {
    name: 'entries-stay-apart',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
        const name = kind === 'dynamic-import' ? names.get(resolve(resolveDir, path)) : undefined;
        return name && { path: `./${name}.js`, external: true };
      });
    },
  };
}

/** Icons are in the style sheets that show them, drawn to a hundredth of a pixel: five decimals are half of their size. */
function roundedIcons() {
  return {
    name: 'rounded icons',
    setup(build) {
      build.onLoad({ filter: /\.svg$/ }, ({ path }) => {
        const contents = readFileSync(path, 'utf8').replace(/\d*\.\d{3,}/g, number =>
          String(Number(number).toFixed(2) * 1),
        );
        return { contents, loader: 'dataurl' };
      });
    },
  };
}

/** Packages of which little is used, or that others require in another form. */
function replacements() {
  const files = {
    undici: 'scripts/undici.cjs',
    'brotli/decompress.js': 'scripts/noBrotli.cjs',
    fontkit: 'node_modules/fontkit/dist/main.cjs',
    // The wider of two parsers; the other one runs on every processor.
    '../llhttp/llhttp_simd-wasm.js': 'scripts/empty.cjs',
    // Sent are texts alone, and never by HTTP/2; see src/api/http.ts.
    './client-h2.js': 'scripts/empty.cjs',
    '../web/fetch/body.js': 'scripts/empty.cjs',
    '../web/fetch/formdata': 'scripts/empty.cjs',
    '../web/webidl': 'scripts/empty.cjs',
    // Printed pages are not encrypted, and have no QR codes.
    'js-md5': 'scripts/md5.cjs',
    '@noble/hashes/utils': 'scripts/empty.cjs',
    '@noble/hashes/sha2': 'scripts/empty.cjs',
    '@noble/ciphers/aes': 'scripts/empty.cjs',
    './qrEnc.js': 'scripts/empty.cjs',
    // The same names as those that the reader of HTML brings.
    'micromark-extension-gfm': 'scripts/noMarkdownSyntax.cjs',
    'decode-named-character-reference': 'scripts/characterReference.cjs',
    // A parser that is switched off below.
    '../milo/simd.js': 'scripts/empty.cjs',
    '../milo/no-simd.js': 'scripts/empty.cjs',
  };
  // Of the manifest the version is asked for.
  const parts = { 'package.json': ['version'] };
  return {
    name: 'replacements',
    setup(build) {
      build.onResolve({ filter: /./ }, ({ path }) => files[path] && { path: resolve(root, files[path]) });
      build.onLoad({ filter: /\.c?js$/ }, ({ path }) => {
        const file = relative(root, path);
        return file in trimmed ? { contents: trim(file), loader: 'js' } : undefined;
      });
      build.onLoad({ filter: /\.json$/ }, ({ path }) => {
        const needed = parts[relative(root, path)];
        return needed && { contents: JSON.stringify(JSON.parse(readFileSync(path, 'utf8')), needed), loader: 'json' };
      });
    },
  };
}

/** Has the contract, and what undici reads answers with, read from files beside the bundles, where they are published. */
function packedData() {
  const contract = 'contract.json.br';
  const parser = 'llhttp.wasm.br';
  const pack = (name, content, contents) => {
    mkdirSync(outdir, { recursive: true });
    writeFileSync(join(outdir, name), brotliCompressSync(content));
    return { contents, loader: 'js' };
  };
  const readContract = `import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
export default JSON.parse(brotliDecompressSync(readFileSync(import.meta.dirname + '/${contract}')).toString());`;
  const readParser = `const { readFileSync } = require('node:fs');
const { brotliDecompressSync } = require('node:zlib');
module.exports = brotliDecompressSync(readFileSync(__dirname + '/${parser}'));`;
  return {
    name: 'packed-data',
    setup(build) {
      if (!flags.production) return;
      build.onLoad({ filter: /src\/api\/contract\.json$/ }, ({ path }) => {
        return pack(contract, JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))), readContract);
      });
      build.onLoad({ filter: /llhttp-wasm\.js$/ }, async ({ path }) => {
        return pack(parser, (await import(path)).default, readParser);
      });
    },
  };
}

/**
 * Writes ES modules as what VS Code requires. What is published has in one file what the extension loads at once, and in
 * another what it loads when it is first used.
 */
function writtenAsCommonJs(entry) {
  const format = { format: 'cjs', platform: 'node', target: commonOptions().target, supported: commonJsOnly };
  const options = {
    ...format,
    minify: flags.production,
    sourcemap: flags.production ? false : 'inline',
  };
  return {
    name: 'written-as-common-js',
    setup(build) {
      build.onEnd(async ({ errors, outputFiles, metafile }) => {
        if (errors.length > 0) return;
        mkdirSync(outdir, { recursive: true });
        const isMerged = entry !== undefined && flags.production;
        const whole = isMerged ? await inOneFile(entry, { outputFiles, metafile }, options) : undefined;
        const required = new Map(whole?.required);
        const files = outputFiles.filter(({ path }) => !required.has(basename(path)));
        const parts = isMerged ? files.map(({ path }) => basename(path)).filter(name => name.startsWith('e-')) : [];
        for (const [index, name] of parts.entries()) required.set(name, `require("./parts.js")(${index})`);
        const codes = new Map();
        for (const { path, text } of files) {
          const name = basename(path);
          const written = name === whole?.first ? whole.code : (await esbuild.transform(text, options)).code;
          const needed = written.replace(/require\("\.\/([^"]+)"\)/g, (all, name) => required.get(name) ?? all);
          const code = flags.production ? uncopied(needed) : needed;
          metafile.outputs[relative(root, path)].bytes = Buffer.byteLength(code);
          codes.set(name, code);
          if (parts.includes(name)) continue;
          writeFileSync(path, isPacked(name, code) ? packedCode(path, code) : code, {
            mode: code.startsWith('#!') ? 0o755 : 0o644,
          });
        }
        if (!isMerged) return;
        writeFileSync(join(outdir, 'parts.br'), packed(parts.map(name => [name, Buffer.from(codes.get(name))])));
        cpSync('scripts/parts.cjs', join(outdir, 'parts.js'));
      });
    },
  };
}

/** Whether a bundle is large, and used only for what takes longer than unpacking it: it is published packed. */
function isPacked(name, { length }) {
  const isLargePart = /^s-(chunk|yauzl)-/.test(name) && length > 20_000;
  const large = ['http.js', 'pdf.js', 'html-to-markdown.js', 'review.js', 'sandbox.js'];
  return flags.production && (isLargePart || large.includes(name));
}

/** Writes code beside its file, a quarter less than what the archive would make of it, and gives what unpacks and runs it. */
function packedCode(path, code) {
  const file = `${basename(path, '.js')}.br`;
  writeFileSync(join(outdir, file), brotliCompressSync(code));
  // By this ES modules know the names that they can import.
  const [names = ''] = /0&&\(module\.exports=\{[^}]*\}\);\s*$/.exec(code) ?? [];
  return `const { readFileSync } = require('node:fs');
const { brotliDecompressSync } = require('node:zlib');
module._compile(brotliDecompressSync(readFileSync(__dirname + '/${file}')).toString(), __filename);
${names}`;
}

/** esbuild copies all 600 names of VS Code for each file that imports them: a third of what the start would cost. */
function uncopied(code) {
  const copies = /\b[\w$]+\(require\("vscode"\)\)/g;
  const isNeeded = copies.test(code);
  return isNeeded ? `const vscodeApi=require("vscode");${code.replace(copies, 'vscodeApi')}` : code;
}

/** Removes what an earlier build has left: its parts and fonts had other names. */
function clean() {
  const names = existsSync(outdir) ? readdirSync(outdir) : [];
  const isOurs = name => /\.(js(\.map)?|css|br)$/.test(name) || name === 'fonts';
  for (const name of names.filter(isOurs)) rmSync(join(outdir, name), { recursive: true });
}

/** Puts beside the bundles what they read at run time; what is published has the sample and the fonts in one file each. */
function copiedFolders() {
  const sample = 'src/sandbox/load/sample';
  const schemas = 'node_modules/@seriousme/openapi-schema-validator/schemas';
  const fonts = 'node_modules/dejavu-fonts-ttf';
  const copy = (source, target) => {
    rmSync(join(outdir, target), { recursive: true, force: true });
    cpSync(source, join(outdir, target), { recursive: true });
  };
  return {
    name: 'copied-folders',
    setup(build) {
      build.onEnd(async ({ metafile }) => {
        copy(schemas, 'schemas');
        if (!flags.production) return copy(sample, 'sample');
        rmSync(join(outdir, 'sample'), { recursive: true, force: true });
        for (const file of globSync('schemas/**/*.json', { cwd: outdir })) {
          const path = join(outdir, file);
          writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, 'utf8'), withoutRemarks)));
        }
        const samples = [...listFolder(sample).files].map(([path, read]) => [path, read()]);
        writeFileSync(join(outdir, 'sample.br'), packed(samples));
        cpSync(join(fonts, 'LICENSE'), join(outdir, 'fonts/LICENSE'));
        writeFileSync(join(outdir, 'fonts/DejaVu.br'), packed(await smallFonts(join(fonts, 'ttf'))));
        writeFileSync(join(outdir, 'ThirdPartyNotices.txt'), notices(metafile));
      });
    },
  };
}

/** Takes out of a JSON schema, while it is parsed, what it says to people. */
function withoutRemarks(key, value) {
  return /^(description|\$comment)$/.test(key) && typeof value === 'string' ? undefined : value;
}

function virtualEntry(name, contents) {
  return {
    name: 'virtual-entry',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: 'virtual' }));
      build.onLoad({ filter: /.*/, namespace: 'virtual' }, () => ({ contents, resolveDir: root }));
    },
  };
}

/** Tells the editor's task when a build begins and ends. */
function watchMessages() {
  return {
    name: 'watch-messages',
    setup(build) {
      build.onStart(() => console.log('[watch] build started'));
      build.onEnd(({ errors }) => {
        for (const { text, location } of errors) {
          console.error(`✘ [ERROR] ${text}\n    ${location?.file}:${location?.line}:${location?.column}:`);
        }
        console.log('[watch] build finished');
      });
    },
  };
}
