import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Words that name nothing by themselves: no name is one of them alone. */
const vagueNames = [
  ...['said', 'told', 'given', 'left', 'kept', 'shown', 'found', 'meant'],
  ...['own', 'about', 'around', 'here', 'there'],
];

/** A table in an object would have "constructor" and the other members of Object.prototype, too. */
const table = {
  selector: [
    ':matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator[init.type="ObjectExpression"]',
    'TSTypeReference[typeName.name="Record"] > TSTypeParameterInstantiation > TSStringKeyword:first-child',
  ].join(' > Identifier '),
  message: 'Use a Map: in an object "constructor" is found, too.',
};

export default defineConfig(
  {
    files: ['src/**/*.ts', 'test/**/*.ts'],
    extends: [tseslint.configs.base],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'id-denylist': ['error', ...vagueNames],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.d.ts'],
    rules: {
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } }],
      'no-restricted-syntax': ['error', table],
    },
  },
);
