import { resourceDefinitions } from '../../src/model/resources/resourceDefinitions.ts';
import { modules } from './sources.ts';

/** Words that fill the placeholders of context value templates. */
const words = [
  'open',
  'open.conflict',
  'open.since',
  'open.conflict.since',
  'resolved',
  'draft',
  'merged',
  'archived',
  'created',
  'edited',
  'deleted',
  'moved',
  'created.file',
  'edited.file',
  'deleted.file',
  'moved.file',
  'group',
  'group.editable',
  'link',
  '',
  '.locked',
  '.editable',
  '.editable.hidden',
  '.noEdit',
  '.noCreate',
  '.noAdmin',
];

/** Returns all context values that tree rows can have. */
export function rowContextValues(): string[] {
  const text = modules('src/{features,ui}')
    .map(module => module.text)
    .join('\n');
  const literals = [...text.matchAll(/contextValue: '([\w.]+)'/g)].map(([, value = '']) => value);
  const chosen = [...text.matchAll(/contextValue: [^'`,]*\? '([\w.]+)' : ['`]([\w.]*)/g)].flatMap(
    ([, ...values]) => values,
  );
  const expressions = [...text.matchAll(/contextValue: ([^,]*)/g)].map(([, expression = '']) => expression);
  const templates = expressions.flatMap(expression =>
    [...expression.matchAll(/`([\w.]+)(?:\$\{[^}]+\})+`/g)].map(([, prefix = '']) => prefix),
  );
  const ofTable = resourceDefinitions.flatMap(({ kind }) => [kind, `${kind}s`, `${kind}.noEdit`]);
  ofTable.push('shareLink.revoked', 'siteSection.grouped', 'members.filtered');
  return [...literals, ...chosen, ...ofTable, ...templates.flatMap(prefix => words.map(word => prefix + word))];
}
