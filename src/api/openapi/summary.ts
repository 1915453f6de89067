import { t } from '@vscode/l10n';
import { inlineCode } from './inlineCode.ts';
import { apiChanges, descriptionIn } from './changes.ts';
import type { OperationChange } from './schemas.ts';
import { escapeLine } from '../escape.ts';

/** The parts of a spec version that a summary needs. */
export interface SpecVersionContent {
  name: string;
  filesystem: unknown;
}

/** Describes in Markdown the changes that matter to clients of an API. */
export function summarizeApiChanges(slug: string, before: SpecVersionContent, after: SpecVersionContent): string {
  const [old, now] = [descriptionIn(before.filesystem), descriptionIn(after.filesystem)];
  const head = [
    `# ${t`What has changed in ${inlineCode(slug)}`}`,
    '',
    t`From ${escapeLine(before.name)} to ${escapeLine(after.name)}.`,
    '',
  ];
  if (!old || !now) return [...head, invalidVersion(), ''].join('\n');
  const { added, removed, changed } = apiChanges(old, now);
  const part = (isMatch: (change: OperationChange) => boolean) =>
    changed
      .map(({ operation, changes }) => ({ operation, changes: changes.filter(isMatch) }))
      .filter(({ changes }) => changes.length > 0);
  const breaking = part(({ isBreaking }) => isBreaking);
  const others = part(({ isBreaking }) => !isBreaking);
  const isNothing = [added, removed, changed].every(list => list.length === 0);
  const isSame = JSON.stringify(old) === JSON.stringify(now);
  const sections = [
    ...section(t('Operations that are gone'), removed.map(line)),
    ...section(t('Changes that break programs'), breaking.flatMap(lines)),
    ...section(t('New operations'), added.map(line)),
    ...section(t('Other changes'), others.flatMap(lines)),
  ];
  return [
    ...head,
    isNothing ? (isSame ? noDifference() : onlyTextDiffers()) : countOf(removed, breaking, added, others),
    '',
    ...sections,
  ].join('\n');
}

const invalidVersion = () =>
  t('What the service has read in one of the versions is no OpenAPI description; only their texts can be compared.');
const noDifference = () => t('Nothing: both describe the same.');
const onlyTextDiffers = () =>
  t('Nothing in the operations that a program would notice. The texts differ all the same, such as in words.');

interface Changed {
  operation: string;
  changes: OperationChange[];
}

function countOf(removed: string[], breaking: Changed[], added: string[], others: Changed[]): string {
  const parts = [
    counted(removed, t('1 operation is gone'), count => t`${count} operations are gone`),
    counted(
      breaking,
      t('1 operation is changed so that programs may break'),
      count => t`${count} operations are changed so that programs may break`,
    ),
    counted(added, t('1 operation is new'), count => t`${count} operations are new`),
    counted(others, t('1 operation is changed otherwise'), count => t`${count} operations are changed otherwise`),
  ].filter(Boolean);
  return `${parts.join(', ')}.`;
}

function counted({ length }: readonly unknown[], one: string, several: (count: number) => string): string {
  if (length === 0) return '';
  return length === 1 ? one : several(length);
}

function section(title: string, content: string[]): string[] {
  return content.length === 0 ? [] : [`## ${title}`, '', ...content, ''];
}

function line(operation: string): string {
  return `- ${inlineCode(operation)}`;
}

function lines({ operation, changes }: Changed): string[] {
  return [line(operation), ...changes.map(({ what }) => `  - ${what}`)];
}
