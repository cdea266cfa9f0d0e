import { isCode } from '@latchkey/wire';

/** Exit codes of `latchkey`, the same for every command. */
export const exitCodes = {
  ok: { code: 0, about: 'The command did what it says.' },
  failed: { code: 1, about: 'It failed, a check found a problem, or the service refused the request.' },
  usage: { code: 2, about: 'The command, an argument, an option or a file is wrong. Nothing was done.' },
  notAllowed: { code: 3, about: 'The key or token is missing, wrong or expired, or its role is not enough.' },
  notFound: { code: 4, about: 'There is no such app, user or other object.' },
  unreachable: { code: 5, about: 'The service or the database did not answer.' },
} as const;

export type Exit = keyof typeof exitCodes;

/** Error with a text for the person at the terminal, and an exit code. */
export interface CommandError extends Error {
  readonly exit: Exit;
}

/** Creates the error of a command. @param exit by default `failed` */
export function commandError(message: string, exit: Exit = 'failed', cause?: unknown): CommandError {
  return Object.assign(new Error(message, { cause }), { name: 'CommandError', exit });
}

export const isCommandError = (error: unknown): error is CommandError =>
  error instanceof Error && error.name === 'CommandError';

const unanswered = ['network_error', 'client_request_timeout', 'service_unavailable'];

export function exitOf(error: unknown): Exit {
  if (isCommandError(error)) return error.exit;
  if (!isCode(error)) return 'failed';
  if (unanswered.includes(error.code)) return 'unreachable';
  if (error.status === 401 || error.status === 403) return 'notAllowed';
  return error.status === 404 ? 'notFound' : 'failed';
}
