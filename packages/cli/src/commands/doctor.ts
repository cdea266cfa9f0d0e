import { readCredentials } from '../api/index.ts';
import { command, commandError } from '../command/index.ts';
import { envFileOption, readEnvironment } from './envFile.ts';

export const doctor = command(
  {
    words: 'doctor',
    about:
      'Checks an installation: configuration, database, mail, addresses, and the service as a browser sees it. Each finding says what to do. Exits with 1 if one is an error.',
    options: {
      ...envFileOption,
      app: {
        about: 'App for which the headers are checked. By default the first that allows an origin.',
        value: 'app_id',
      },
      beforeStart: { about: 'Leaves out the checks that need the running service.' },
      testMail: { about: 'Sends a test mail to this address.', value: 'address' },
    },
  },
  async (context, { options }) => {
    const { app = null, beforeStart, testMail = null } = options;
    if (testMail !== null && !/^[^\s<>@]+@[^\s<>@]+$/.test(testMail)) {
      throw commandError(`"${testMail}" is not an email address.`, 'usage');
    }
    const env = readEnvironment(context, options.envFile);
    const { examine } = await import('@latchkey/server');
    const { configFolder, fetch, now } = context;
    const { tokens } = await readCredentials(configFolder);
    const examined = await examine({
      env,
      appId: app,
      beforeStart,
      testMail,
      findToken: (url) => env.LATCHKEY_TOKEN || tokens[url] || null,
      now,
      fetch: (address, init) => fetch(address, init),
    });
    const checks = examined.map(({ id, about, outcome }) => {
      if ('skipped' in outcome) return { id, about, skipped: outcome.skipped, findings: [] };
      return { id, about, skipped: null, findings: outcome };
    });
    const lines = checks.flatMap(({ id, about, findings, skipped }) => {
      if (skipped !== null) return [`– ${id}: not checked, ${skipped}`];
      if (findings.length === 0) return [`✓ ${id}: ${about}`];
      return findings.map(({ severity, text }) => `${severity === 'error' ? '✗' : '!'} ${id}: ${text}`);
    });
    const all = checks.flatMap(({ findings }) => findings);
    const errors = all.filter(({ severity }) => severity === 'error').length;
    lines.push(`${errors} errors, ${all.length - errors} warnings`);
    return {
      json: { errors, warnings: all.length - errors, checks },
      text: lines.join('\n'),
      exit: errors > 0 ? 'failed' : 'ok',
    };
  },
);
