import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DoctorCheckId, doctorChecks } from '@latchkey/wire';
import { adminKeyOff, checkConfig } from '../config.ts';
import { readVariables, sandboxSmtpUrl } from '../configVariables.ts';
import { withDatabase } from '../openDatabase.ts';
import type { DoctorSettings, Outcome, Surroundings } from './check.ts';
import { operatorChecks } from './checks.ts';

/** Part of the world that an operator's check may see and use. */
export interface DoctorInput extends Pick<Surroundings, 'appId' | 'env' | 'fetch' | 'now' | 'testMail'> {
  /**
   * Returns an operator's token, which the checks use in place of the admin key, or null for none. Gets the address to
   * which they send it, so that no other service receives it.
   */
  findToken(url: string): string | null;
  /** True to leave out checks that need the running service. */
  readonly beforeStart: boolean;
}

export interface Examined {
  readonly id: DoctorCheckId;
  readonly about: string;
  readonly outcome: Outcome;
}

const usualConnections = 10;

/**
 * Examines an installation. Runs the checks one after the other.
 *
 * @param input `env` is the environment of the service
 * @param ids the checks to run, by default all
 * @returns the outcome of each check, in the order in which they ran
 */
export async function examine(input: DoctorInput, ids?: readonly string[]): Promise<Examined[]> {
  const surroundings = toSurroundings(input);
  const examined: Examined[] = [];
  for (const { id, needsService, run } of operatorChecks) {
    if (ids && !ids.includes(id)) continue;
    const isLeftOut = needsService && input.beforeStart;
    const outcome = isLeftOut ? { skipped: 'left out before the start' } : await run(surroundings);
    examined.push({ id, about: doctorChecks[id].about, outcome });
  }
  return examined;
}

function toSurroundings(input: DoctorInput): Surroundings {
  const { variables } = readVariables(input.env);
  return {
    ...input,
    settings: toSettings(input),
    withDatabase: (work) => withDatabase({ ...variables, databaseConnections: 2 }, work),
  };
}

function toSettings({ env, findToken }: DoctorInput): DoctorSettings {
  const { variables } = readVariables(env);
  const { hostedUrl, production, url } = checkConfig(env);
  return {
    production,
    url,
    // The default of development is not an address that the operator chose.
    hostedUrl: variables.hostedUrl === null ? null : hostedUrl,
    hasDatabase: variables.databaseUrl !== null || existsSync(join(variables.dataDir, 'database')),
    isPostgres: variables.databaseUrl !== null,
    connections: variables.databaseConnections ?? Math.max(usualConnections, 2 * (variables.workers ?? 1)),
    operatorKey: findToken(url) ?? (variables.adminKey === adminKeyOff ? null : variables.adminKey),
    smtpUrl: variables.smtpUrl ?? (production ? null : sandboxSmtpUrl),
    mailFrom: variables.mailFrom,
    recoveryUrl: variables.recoveryUrl,
    recoveryToken: variables.recoveryToken,
    trustedProxies: variables.trustedProxies,
  };
}
