import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { doctorChecks, ServiceError } from '@latchkey/wire';
import { expect, it } from 'vitest';
import { diagnose, type PageFacts } from './diagnose.ts';

const healthy: PageFacts = {
  appId: 'tidewater-app-00000000001',
  apiUrl: 'https://auth.tidewater.example',
  origin: 'http://localhost:5174',
  isSecureContext: true,
  error: null,
  frameError: null,
  isServiceBlocked: false,
  isServiceSilent: false,
  openerPolicy: null,
};
const refusedBy = (managedBy: 'api' | 'file') =>
  new ServiceError('origin_not_allowed', { details: { allowed: ['https://tidewater.example'], managedBy } });
const blocked = new ServiceError('unknown_embedded_wallet_error', {
  details: { directive: 'frame-src', origin: 'https://privy.tidewater.example' },
});

const elsewhere = new ServiceError('wrong_service_address', {
  details: { expected: 'https://auth.example' },
});

it('the Doctor finds nothing wrong with a healthy page', () => {
  expect(diagnose(healthy)).toEqual([]);
  expect(diagnose({ ...healthy, openerPolicy: 'same-origin-allow-popups' })).toEqual([]);
  expect(diagnose({ ...healthy, error: new ServiceError('network_error') })).toEqual([]);
  expect(diagnose({ ...healthy, frameError: new ServiceError('wallet_proxy_timeout') })).toEqual([]);
});

it.each<[string, Partial<PageFacts>, string]>([
  ['app-id', { error: new ServiceError('app_not_found') }, '"id": "tidewater-app-00000000001"'],
  ['service-address', { isServiceSilent: true }, 'apiUrl="https://auth.tidewater.example"'],
  [
    'allowed-origin',
    { error: refusedBy('api') },
    `curl -X PATCH https://auth.tidewater.example/api/v1/admin/apps/tidewater-app-00000000001 -H "authorization: Bearer \${LATCHKEY_ADMIN_KEY}" -H "content-type: application/json" -d '{"allowed_origins":["https://tidewater.example","http://localhost:5174"]}'`,
  ],
  [
    'allowed-origin',
    { error: refusedBy('file') },
    '"allowed_origins": ["https://tidewater.example","http://localhost:5174"]',
  ],
  [
    'allowed-origin',
    {
      error: refusedBy('file'),
      appId: 'latchkey-demo-app-0000001',
      apiUrl: 'http://localhost:4000',
      origin: 'http://10.0.0.7:5174',
    },
    `curl -X POST http://localhost:4000/api/v1/admin/apps -H "authorization: Bearer \${LATCHKEY_ADMIN_KEY:-latchkey-dev-admin}" -H "content-type: application/json" -d '{"name":"My app","allowed_origins":["http://10.0.0.7:5174"]}'`,
  ],
  ['page-connect-src', { isServiceBlocked: true }, 'connect-src https://auth.tidewater.example'],
  ['page-frame-src', { frameError: blocked }, 'frame-src https://privy.tidewater.example'],
  ['own-address', { frameError: elsewhere }, 'apiUrl="https://auth.example"'],
  ['page-secure', { isSecureContext: false, origin: 'http://10.0.0.7:5174' }, 'http://localhost:5174'],
  ['page-secure', { isSecureContext: false, origin: 'http://shop.example' }, 'http://localhost'],
  ['page-opener', { openerPolicy: 'same-origin' }, 'Cross-Origin-Opener-Policy: same-origin-allow-popups'],
])('the Doctor shows the line or command that fixes a finding of the check %s', (check, facts, line) => {
  expect(diagnose({ ...healthy, ...facts })).toMatchObject([{ check, line }]);
});

it('the Doctor reports several problems at once, the worst first', () => {
  const all = {
    error: refusedBy('api'),
    frameError: blocked,
    isSecureContext: false,
    openerPolicy: 'same-origin',
  };
  expect(diagnose({ ...healthy, ...all }).map(({ check }) => check)).toEqual([
    'allowed-origin',
    'page-frame-src',
    'page-secure',
    'page-opener',
  ]);
});

it('a shell passes the origins of a printed command on as they are', async () => {
  const origin = "http://it's-$HOME.example";
  const [{ line, todo } = expect.fail('nothing found')] = diagnose({
    ...healthy,
    origin,
    error: refusedBy('api'),
  });
  const wordsOf = async (command: string) =>
    (await promisify(execFile)('sh', ['-c', command.replace(/^\w+/, 'printf "%s\\n"')])).stdout.split('\n');
  const body = JSON.stringify({ allowed_origins: ['https://tidewater.example', origin] });
  expect(await wordsOf(line)).toContain(body);
  expect(await wordsOf(/`(.*?)`/.exec(todo)?.[1] ?? '')).toContain(origin);
});

it('the Doctor in the page runs every check that the list assigns to it', () => {
  const all = { ...healthy, isSecureContext: false, openerPolicy: 'same-origin' };
  const found = [
    { error: new ServiceError('app_not_found') },
    { error: refusedBy('api') },
    { isServiceBlocked: true, frameError: blocked },
    { isServiceSilent: true, frameError: elsewhere },
  ].flatMap((facts) => diagnose({ ...all, ...facts }).map(({ check }) => check));
  const listed = Object.entries(doctorChecks).filter(([, { runBy }]) =>
    (runBy as readonly string[]).includes('page'),
  );
  expect([...new Set(found)].sort()).toEqual(listed.map(([id]) => id).sort());
});
