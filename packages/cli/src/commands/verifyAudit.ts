import type { AuditAnchor, AuditExtent } from '@latchkey/server';
import { command, commandError, type Result } from '../command/index.ts';
import { envFileOption } from './envFile.ts';
import { onDatabase } from './onDatabase.ts';

/**
 * Parses `<app id>:<sequence>:<hash>`, the format in which the report names the end of a log.
 *
 * @throws CommandError if it has another form
 */
function toAnchor(text: string): AuditAnchor {
  const [, appId = '', sequence, hash = ''] = /^([^:]+):(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!sequence) {
    throw commandError(`"${text}" is no anchor: write <app id>:<sequence>:<64 hex digits>.`, 'usage');
  }
  return { appId, sequence: Number(sequence), hash };
}

/** Returns the line about an app's log. Without events there is no anchor to keep. */
function describe({ appId, sequence, hash, events, deleted, sinceMs }: AuditExtent): string {
  if (sinceMs === null) return `${appId} has no events: ${deleted} were deleted from its start`;
  const cut = deleted > 0 ? `; ${deleted} before them were deleted` : '';
  return `${appId}:${sequence}:${hash}  (${events} events since ${new Date(sinceMs).toISOString()}${cut})`;
}

const retentionText = (
  days: number,
) => `The service deletes events from the start that are older than ${days} days. If younger ones are gone,
somebody else deleted them. Compare with the times of your log lines \`audit sealed\`.`;

export const verifyAudit = command(
  {
    words: 'verify-audit',
    about:
      "Recomputes the audit log in the service's database, and prints the end of each app's chain. Pass ends that you kept elsewhere to find out whether the log was rewritten.",
    arguments: ['anchors...'],
    options: envFileOption,
  },
  async (context, { arguments: { anchors: texts }, options }) => {
    const anchors = texts.map(toAnchor);
    return onDatabase(context, options, async (database, server): Promise<Result> => {
      const { problems, ends } = await server.verifyAudit(database, anchors);
      const isCut =
        ends.some(({ deleted }) => deleted > 0) || problems.some(({ what }) => what === 'before the start');
      const lines = [
        ...ends.map(describe),
        ...problems.map(({ appId, sequence, what }) => `✗ ${appId}: event ${sequence} is ${what}`),
        ...(isCut ? [retentionText(server.auditLifeMs / 86_400_000)] : []),
        ...(problems.length === 0 ? [`✓ no problem was found in the audit log of ${ends.length} apps`] : []),
      ];
      const exit = problems.length === 0 ? 'ok' : 'failed';
      return { json: { problems, ends }, text: lines.join('\n'), exit };
    });
  },
);
