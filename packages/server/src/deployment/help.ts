import { configVariables } from '../configVariables.ts';

export const helpText = `Usage: node main.js [command]

Commands:
  (none)      starts the service
  recovery    starts the recovery store as a process of its own
  hosted      starts the hosted pages as a process of their own
  spread      spreads the tables over the nodes of a Citus cluster, by app, and exits (docs/scaling.md)
  unspread    brings the tables back to the coordinator of the cluster, and exits
  token       creates a token of the operator API in the database, prints it, and exits (docs/guide/production.md):
              --name <who or what uses it> --role <viewer, support or admin> [--expires-in-s <seconds, default 90 days>]
  --help      prints this

Settings are environment variables; in development all are optional:

${Object.values(configVariables)
  .map(({ name, about }) => `  ${name}\n      ${about}\n`)
  .join('')}
Production is NODE_ENV=production, or an address to listen on or to be reached at that is not loopback. A start that cannot work
lists everything that is missing or wrong.
`;
