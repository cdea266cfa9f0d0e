import { checkConfig } from '../../packages/server/src/config.ts';
import { configVariables } from '../../packages/server/src/configVariables.ts';
import { toHostedConfig } from '../../packages/server/src/hostedConfig.ts';
import { toRecoveryConfig } from '../../packages/server/src/keyConfig.ts';
import { longestStopMs } from '../../packages/server/src/listen.ts';
import { readDockerfile } from './readDeploy.ts';

/** The programs that `main.js` starts, by their command; '' is the service. */
export const programs = {
  '': configVariables.port.fallback,
  hosted: configVariables.hostedPort.fallback,
  recovery: configVariables.recoveryPort.fallback,
} as const;

export type ProgramCommand = keyof typeof programs;

export const isCommand = (text: string): text is ProgramCommand => Object.hasOwn(programs, text);

/** Returns the time that a process manager must give a program of ours to stop, in seconds. */
export function stopSecondsOf(env: Readonly<Record<string, string>>): number {
  return longestStopMs(Number(env.LATCHKEY_DRAIN_S ?? configVariables.drainS.fallback) * 1000) / 1000;
}

/** Settings of the mail server, which only the operator knows. */
export const mail = {
  LATCHKEY_SMTP_URL: 'smtps://user:password@mail.example.com:465',
  LATCHKEY_MAIL_FROM: 'Latchkey <login@example.com>',
};

/** Returns the problems that a program of ours would report with these variables. */
export function problemsOf(
  command: ProgramCommand,
  env: Readonly<Record<string, string>>,
): readonly string[] {
  const check = { '': checkConfig, hosted: toHostedConfig, recovery: toRecoveryConfig }[command];
  return check({ ...readDockerfile().env, ...env }).problems;
}
