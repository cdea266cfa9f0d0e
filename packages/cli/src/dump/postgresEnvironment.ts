import { commandError } from '../command/index.ts';

/** Variables of PostgreSQL's programs for the parameters of a URL. */
const parameters: Readonly<Record<string, string>> = {
  application_name: 'PGAPPNAME',
  connect_timeout: 'PGCONNECT_TIMEOUT',
  options: 'PGOPTIONS',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
};

/**
 * Returns the variables with which PostgreSQL's programs reach a database. As an argument, the address would show its
 * password to other users of the machine.
 *
 * @throws CommandError if the URL has a parameter that is not in `parameters`
 */
export function postgresEnvironment(url: string): Record<string, string> {
  const { hostname, password, pathname, port, searchParams, username } = new URL(url);
  const more = [...searchParams].map(([name, value]) => {
    const variable = parameters[name];
    if (variable === undefined) {
      throw commandError(
        `The address of the database has the parameter ${name}, which pg_dump does not know.`,
        'usage',
      );
    }
    return [variable, value];
  });
  return {
    PGHOST: hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port || '5432',
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    ...Object.fromEntries(more),
  };
}
