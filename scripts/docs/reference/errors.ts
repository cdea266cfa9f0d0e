import { type ErrorCode, errorTable, notSupportedReasons } from '@latchkey/wire';
import { errorHelp } from './errorHelp.ts';
import { code } from './pages.ts';

export function printErrors(): string {
  const codes = (Object.keys(errorTable) as ErrorCode[]).sort();
  return codes
    .map((name) => {
      const { status, message, retryable } = errorTable[name];
      const { cause, fix } = errorHelp[name];
      const from = status === null ? 'Raised by the client' : `Status ${status}`;
      return [
        `## ${name}`,
        `*${message.replace(/\.?$/, '.')}* ${from}${retryable ? '; a retry may help' : ''}.`,
        `**Cause.** ${cause}`,
        `**Fix.** ${fix}`,
        ...(name === 'not_supported' ? [printReasons()] : []),
      ].join('\n\n');
    })
    .join('\n\n');
}

function printReasons(): string {
  const rows = Object.entries(notSupportedReasons).map(([reason, cause]) => `| ${code(reason)} | ${cause} |`);
  return ['| `reason` | cause |', '|---|---|', ...rows].join('\n');
}

export const linkTo = (name: ErrorCode) => `[${code(name)}](errors.md#${name})`;
