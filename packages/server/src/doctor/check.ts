import type { DoctorCheckIdOf, DoctorFinding } from '@latchkey/wire';
import type { Environment } from '../configVariables.ts';
import type { Database } from '../db/index.ts';

export type Severity = 'error' | 'warning';

export interface Finding {
  readonly severity: Severity;
  /** Whole sentences: what is wrong, and what to do. */
  readonly text: string;
}

/** Result of a check: its problems, or the reason why it could not be made. */
export type Outcome = readonly Finding[] | { readonly skipped: string };

/** Part of the world that the checks may see and use. */
export interface Surroundings {
  readonly env: Environment;
  /** Settings that the checks use, read from `env`. A wrong one has its default. */
  readonly settings: DoctorSettings;
  fetch(address: string, init?: RequestInit): Promise<Response>;
  /** Time of this machine, in ms. */
  now(): number;
  /** Runs work on the database, without migrating it. @throws as `withDatabase` of the server */
  withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Address that gets a test mail. Null for none. */
  readonly testMail: string | null;
  /** App that the checks of an app use. Null for the first one that allows an origin. */
  readonly appId: string | null;
}

export interface DoctorSettings {
  readonly production: boolean;
  readonly url: string;
  readonly hostedUrl: string | null;
  readonly hasDatabase: boolean;
  readonly isPostgres: boolean;
  /** Connections that the service may open, all workers together. */
  readonly connections: number;
  /** An operator's token, or else the shared admin key. Null if neither is known here. */
  readonly operatorKey: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  readonly recoveryUrl: string | null;
  readonly recoveryToken: string | null;
  readonly trustedProxies: number;
}

/** A check of an installation. `doctorChecks` of wire describes it, beside the checks of the Doctor in the page. */
export interface Check {
  readonly id: DoctorCheckIdOf<'operator'>;
  /** True if the check needs the running service or its hosted pages, at their public addresses. */
  readonly needsService?: true;
  run(surroundings: Surroundings): Promise<Outcome>;
}

export const error = (text: string): Finding => ({ severity: 'error', text });
/** Returns the error of a check that the Doctor in the page makes too. */
export const sharedError = ({ todo, what }: DoctorFinding): Finding => error(`${what} ${todo}`);
export const warning = (text: string): Finding => ({ severity: 'warning', text });
