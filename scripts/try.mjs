// npm run try -- SUITE [PART ...] [--grep TEXT] [--documented-only] [--floor]
//
// Builds what a suite tests, then runs those of its test files whose path contains one of the parts; all without a part.
//   npm run try -- node operations/comments        on Node: the sandbox, the client, the rules of the project
//   npm run try -- host organizations/             inside a real VS Code; --documented-only: on a server without extras
//   npm run try -- host comments/ --floor          inside the lowest VS Code that the manifest allows
//   npm run try -- ui review --grep resolves       as a person, on the packaged extension in a browser
// --built runs those of host and ui on what was built and packaged before (npm run build:tests, npm run package).
// --grep runs only the tests whose title contains the text. Nothing that matches is a failure, never a pass.
import { parseArgs } from 'node:util';
import { node, run, setUp } from './setup.mjs';
import { suites, testFiles } from './suites.mjs';

const runners = {
  node: options => runMocha(options),
  host: ({ parts, files, grep, isDocumented, isBuilt }) =>
    run(node, [
      'test/host/main.ts',
      ...(isDocumented ? ['--documented-only'] : []),
      ...(isBuilt ? ['--built'] : []),
      ...(grep === undefined ? [] : ['--grep', grep]),
      ...(parts.length === 0 ? [] : files),
    ]),
  ui: async options =>
    (options.isBuilt ? 0 : await run('npm', ['run', '--silent', 'package'])) ||
    runMocha(options, ['--timeout', '240000']),
};

try {
  const options = readOptions();
  if (options.isFloor) process.env.MARGINALIA_TEST_FLOOR = 'true';
  await setUp(...(options.suite === 'node' ? [] : [options.isFloor ? 'floor' : 'vscode', 'browser']));
  process.exitCode = await runners[options.suite](options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      grep: { type: 'string' },
      'documented-only': { type: 'boolean', default: false },
      floor: { type: 'boolean', default: false },
      built: { type: 'boolean', default: false },
    },
  });
  const [suite, ...parts] = positionals;
  if (!Object.hasOwn(suites, suite ?? '')) {
    const names = Object.keys(suites).join(', ');
    throw new Error(`No test was run: name a suite (${names}) and a part of a file's path: npm run try -- host links`);
  }
  const { grep, floor: isFloor, built: isBuilt, 'documented-only': isDocumented } = values;
  return { suite, parts, files: testFiles(suite, parts), grep, isDocumented, isFloor, isBuilt };
}

function runMocha({ parts, files, grep }, options = []) {
  // While trying a part of a suite, tests may be marked with .only. In a whole suite that would hide the others.
  const whole = parts.length === 0 || process.env.CI ? ['--forbid-only'] : [];
  const some = grep === undefined ? [] : ['--fgrep', grep, '--fail-zero'];
  return run('mocha', [...whole, ...some, ...options, ...files]);
}
