import { t } from '@vscode/l10n';
import { formatDateTime } from '../../api/time.ts';
import { escapeLine } from '../../api/escape.ts';
import type { ReviewerVerdict } from './verdicts.ts';

/** The result of a review, for documentation. Times are strings as the service sends them. */
export interface ReviewRecord {
  /** When the record was made. */
  at: string;
  server: string;
  changeRequest: { space: string; number: number; subject: string; status: string; author: string; revision: string };
  /** Undefined if the server has no reviews. */
  verdicts: ReviewerVerdict[] | undefined;
  /** Undefined if the server does not list the changes. */
  changes: { name: string; path: string; change: string; isViewed: boolean | undefined }[] | undefined;
  conversations: (Message & { on: string; status: string; replies: Message[] })[];
}

interface Message {
  author: string;
  at: string;
  text: string;
}

/**
 * Returns the record as a Markdown document. Names are escaped and messages quoted, so that they add no markup to it.
 */
export function recordAsMarkdown({ at, server, changeRequest, ...record }: ReviewRecord, locale: string): string {
  const timeOf = (time: string) => formatDateTime(time, locale) ?? t('at an unknown time');
  const { number, subject, status, author, revision, space } = changeRequest;
  const { verdicts, changes, conversations } = record;
  const viewed = changes?.filter(({ isViewed }) => isViewed).length;
  const lines = [
    `# ${t`Review of #${number} ${escaped(subject || t('Untitled'))}`}`,
    '',
    `- ${t`**Status:** ${escaped(status)}`}`,
    `- ${t`**Author:** ${escaped(author)}`}`,
    `- ${t`**Revision:** ${escaped(revision)}`}`,
    `- ${t`**Space:** ${escaped(space)} on ${escaped(server)}`}`,
    `- ${t`**Recorded:** ${timeOf(at)}`}`,
    '',
    `## ${t('Verdicts')}`,
    '',
    ...(verdicts
      ? verdicts.map(verdict => verdictLine(verdict, timeOf(verdict.at)))
      : [t('This server has no reviews.')]),
    ...(verdicts?.length === 0 ? [t('Nobody has reviewed it.')] : []),
    '',
    `## ${changes ? t`Changes: ${viewed ?? 0} of ${changes.length} viewed` : t('Changes')}`,
    '',
    ...(changes
      ? changes.map(({ name, path, change, isViewed }) => {
          const where = [change, path].filter(Boolean).map(escaped).join(', ');
          return `- [${isViewed ? 'x' : ' '}] ${escaped(name)} (${where})`;
        })
      : [t('This server does not tell what is changed.')]),
    '',
    `## ${t('Conversations')}`,
    '',
    ...(conversations.length === 0 ? [t('Nothing was said.')] : []),
    ...conversations.flatMap(({ on, replies, ...first }) => [
      `### ${escaped(on)} (${escaped(first.status)})`,
      '',
      ...[first, ...replies].flatMap(message => messageLines(message, timeOf(message.at))),
    ]),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function verdictLine({ name, status, isOutdated, revision }: ReviewerVerdict, time: string): string {
  const [who, verdict, at] = [escaped(name), escaped(status), escaped(revision)] as const;
  const line = isOutdated
    ? t`${who}: ${verdict}, revision ${at}, ${time}; it has changed since`
    : t`${who}: ${verdict}, revision ${at}, ${time}`;
  return `- ${line}`;
}

function messageLines({ author, text }: Message, time: string): string[] {
  // In Markdown, a lone carriage return also ends a line, and would end the quotation.
  const quoted = text.split(/\r\n|\r|\n/).map(line => `> ${line}`.trimEnd());
  return [`**${escaped(author)}**, ${time}:`, '', ...quoted, ''];
}

function escaped(text: string): string {
  return escapeLine(text, 500).replace(/[\\`*_{}[\]<>#|~]/g, '\\$&');
}
