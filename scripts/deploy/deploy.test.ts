import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toUnit } from '../../packages/cli/src/init/unit.ts';
import { configVariables } from '../../packages/server/src/configVariables.ts';
import { root } from '../build/contentHash.ts';
import { isCommand, programs, stopSecondsOf } from './program.ts';
import { environmentOf, readAll, readDockerfile, readUnits } from './readDeploy.ts';

const image = readDockerfile();

test('every setting that the files for operators name exists', () => {
  const known = new Set(Object.values(configVariables).map(({ name }) => name));
  const named = readAll().flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:LATCHKEY|AWS)_[A-Z_]+[A-Z]\b/g)].map(([name]) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
});

test('the image starts the built program on the default ports, as a user by number and without volumes', () => {
  expect(image.entrypoint).toEqual(['node', '/app/packages/server/dist/main.js']);
  expect(image.ports).toEqual(Object.values(programs).sort());
  expect(image.user).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
  expect(image.volumes).toBe(0);
  expect(image.env.NODE_ENV).toBe('production');
  const [, script = ''] = image.health;
  const text = readFileSync(join(root, script.slice('/app/'.length)), 'utf8');
  const asked = [...text.matchAll(/^ {2}(LATCHKEY_\w+): (\d+),$/gm)].map(([, name, port]) => [
    name,
    Number(port),
  ]);
  const { port, hostedPort, recoveryPort } = configVariables;
  expect(asked.sort()).toEqual(
    [port, hostedPort, recoveryPort].map(({ name, fallback }) => [name, fallback]).sort(),
  );
});

test('every systemd unit starts a program that exists and gives it the time that it needs to stop', () => {
  const units = readUnits();
  const commands = units.map(({ name, unit }) => {
    const [node, path, ...rest] = (unit.get('ExecStart')?.[0] ?? '').split(' ');
    expect(node, name).toBe('/usr/bin/node');
    expect(path, name).toBe(`${unit.get('WorkingDirectory')?.[0]}/packages/server/dist/main.js`);
    const env = environmentOf(unit);
    expect(env.NODE_ENV, name).toBe('production');
    expect(Number(unit.get('TimeoutStopSec')?.[0]), name).toBeGreaterThan(stopSecondsOf(env));
    // Without workers the signal would end the process.
    expect(unit.has('ExecReload'), name).toBe(env.LATCHKEY_WORKERS !== undefined);
    return rest.join(' ');
  });
  expect(commands.every(isCommand)).toBe(true);
  expect(commands.sort()).toEqual(Object.keys(programs).sort());
  const reload = units.flatMap(({ unit }) => unit.get('ExecReload') ?? []);
  expect(reload).toEqual(['/bin/kill -HUP $MAINPID']);
});

test('a systemd unit that `latchkey init` writes gives a program that drains for ten seconds the time to stop', () => {
  for (const name of ['service', 'hosted', 'recovery'] as const) {
    const unit = toUnit(name, { folder: '/srv/latchkey', program: '/srv/latchkey/latchkey' });
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    expect(seconds, name).toBeGreaterThan(stopSecondsOf({ LATCHKEY_DRAIN_S: '10' }));
  }
});

test('the sample proxies lead to the default ports, and Caddy checks readiness more than twice in the shortest drain', () => {
  const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8');
  for (const text of [read('nginx/latchkey.conf'), read('caddy/Caddyfile')]) {
    const ports = [...text.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port));
    expect(ports).toEqual([programs[''], programs.hosted]);
    expect(text).toContain('LATCHKEY_TRUSTED_PROXIES=1');
  }
  const caddy = read('caddy/Caddyfile');
  expect(caddy).toContain('health_uri /readyz');
  const interval = Number(/health_interval (\d+)s/.exec(caddy)?.[1]);
  for (const { unit } of readUnits()) {
    expect(interval * 2).toBeLessThan(Number(environmentOf(unit).LATCHKEY_DRAIN_S));
  }
});
