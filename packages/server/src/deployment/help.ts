import { configVariables } from '../configVariables.ts';

/** What `main.js --help` prints. */
export const helpText = `Usage: node main.js [command]

Commands:
  (none)      starts the service
  recovery    starts the recovery store as a process of its own
  hosted      starts the hosted pages as a process of their own
  --help      prints this

Settings are environment variables; in development all are optional:

${Object.values(configVariables)
  .map(({ name, about }) => `  ${name}\n      ${about}\n`)
  .join('')}
Production is NODE_ENV=production, or an address to listen on or to be reached at that is not loopback. A start that cannot work
lists everything that is missing or wrong.
`;
