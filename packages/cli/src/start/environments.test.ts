import { expect, test } from 'vitest';
import { depository } from '../../../sandbox/src/chain/tokens.ts';
import { sandboxDepository, sandboxEnvironment, serviceEnvironment } from './environments.ts';

const plan = {
  ports: { service: 1, sandbox: 2, mail: 3, demo: 4, hosted: 5 },
  dataDir: '/data',
};

test('the service of a start uses the sandbox for a third party that the environment does not name', () => {
  const env = serviceEnvironment(plan, { LATCHKEY_SMTP_URL: 'smtp://mail.example:25', HOME: '/home/ada' });
  expect(env).toMatchObject({
    HOME: '/home/ada',
    LATCHKEY_SMTP_URL: 'smtp://mail.example:25',
    LATCHKEY_GOOGLE_URL: 'http://localhost:2',
    LATCHKEY_PORT: '1',
    LATCHKEY_DATA_DIR: '/data',
  });
  expect(sandboxDepository).toBe(depository);
  expect(env.LATCHKEY_QUOTE_DEPOSITS).toBe(`31337=${depository},31338=${depository}`);
});

test('the sandbox of a start serves the demo for the service of this start', () => {
  expect(sandboxEnvironment(plan, {}, 'an-app')).toMatchObject({
    LATCHKEY_DEMO_PORT: '4',
    LATCHKEY_DEMO_API_URL: 'http://localhost:1',
  });
});
