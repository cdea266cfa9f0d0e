import { type ErrorCode, errorTable, notSupportedReasons } from '@latchkey/wire';
import { errorHelp } from './errorHelp.ts';
import { code } from './pages.ts';

/** Prints an entry for each code, in alphabetical order. */
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

/** Prints the causes of `not_supported`. */
function printReasons(): string {
  const rows = Object.entries(notSupportedReasons).map(([reason, cause]) => `| ${code(reason)} | ${cause} |`);
  return ['| `reason` | cause |', '|---|---|', ...rows].join('\n');
}

export const linkTo = (name: ErrorCode) => `[${code(name)}](errors.md#${name})`;
