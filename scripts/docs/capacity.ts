import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Prints the figures of docs/scaling.md that follow from the bench `capacity`. */

/** Assumed operations of a user on a day on which the user is active. */
const perDay = { refresh: 6, login: 0.2, 'open a wallet': 4, webhook: 0.4 };
/** Share of a day's operations that falls into its busiest hour, and share of the CPU that they may use then. */
const inBusiestHour = 0.1;
const cpuInUse = 0.5;
const cores = [8, 32, 96];

interface Result {
  readonly figures: readonly { readonly name: string; readonly value: number }[];
}

/** Reads the recorded figures of the bench. The returned function finds a figure by its name. */
export function readCapacity(): (name: string) => number {
  const path = fileURLToPath(new URL('../../bench/results/capacity.json', import.meta.url));
  const { figures } = JSON.parse(readFileSync(path, 'utf8')) as Result;
  return (name) => {
    const figure = figures.find((one) => one.name === name);
    if (!figure) throw new Error(`bench/results/capacity.json has no figure "${name}"`);
    return figure.value;
  };
}

const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

const rough = (value: number) => Number(value.toPrecision(2)).toLocaleString('en');

export function printCosts(figure: (name: string) => number): string {
  const rows = ['refresh', 'login', 'sign-up', 'open a wallet', 'webhook'].map((name) =>
    row(
      name,
      `${rough(figure(`${name}, CPU of the service`))} µs`,
      `${rough(figure(`${name}, CPU of PostgreSQL`))} µs`,
      `${rough(figure(`${name}, PostgreSQL's log`))} B`,
    ),
  );
  const head = [row('operation', 'CPU of the service', 'CPU of PostgreSQL', "PostgreSQL's log")];
  return [...head, '|---|---|---|---|', ...rows].join('\n');
}

export function printSizes(figure: (name: string) => number): string {
  const rows = ['a user with an email account', 'a session', 'a wallet', 'an event of the audit log'].map(
    (name) => row(name, `${rough(figure(name))} B`),
  );
  const each = ['a user with an email account', 'a session', 'a wallet'].map(figure);
  const gigabytes = each.reduce((sum, bytes) => sum + bytes, 0) / 1e3;
  const million = row('a million users, each with a session and a wallet', `${rough(gigabytes)} GB`);
  return [row('stored', 'with its indexes'), '|---|---|', ...rows, million].join('\n');
}

export function printCapacity(figure: (name: string) => number): string {
  const names = Object.entries(perDay);
  const sum = (part: string) =>
    names.reduce((total, [name, times]) => total + times * figure(`${name}, ${part}`), 0);
  const databaseS = sum('CPU of PostgreSQL') / 1e6;
  const serviceS = sum('CPU of the service') / 1e6;
  const operations = names.reduce((total, [, times]) => total + times, 0);
  const rows = cores.map((count) => {
    const users = (count * cpuInUse * 3600) / (databaseS * inBusiestHour);
    return row(
      count,
      `${rough(users / 1e6)} million`,
      rough((users * operations * inBusiestHour) / 3600),
      rough((users * serviceS * inBusiestHour) / 3600 / cpuInUse),
    );
  });
  const head = row(
    'cores of the database node',
    'users on a day',
    'operations a second in the busiest hour',
    'cores for the service',
  );
  return [head, '|---|---|---|---|', ...rows].join('\n');
}

/** Returns what {@link printCapacity} assumes, in words. */
export function printAssumptions(): string {
  const uses = Object.entries(perDay).map(([name, times]) => `${times} × ${name}`);
  return `A user on a day with use: ${uses.join(', ')}. A tenth of the day's operations falls into its busiest hour, which may use half of the CPU.`;
}
