import { expect, test } from 'vitest';
import { openCommandLine } from '../openCommandLine.testkit.ts';

test('an unknown command, argument or option, or a missing argument, exits with 2 and prints no result', async () => {
  const { run } = openCommandLine();
  for (const args of [
    ['nope'],
    ['serve', 'nope'],
    ['verify-frame'],
    ['verify-frame', 'http://a.example', '--al'],
  ]) {
    const { code, told, noted } = await run(...args);
    expect({ code, told }, args.join(' ')).toEqual({ code: 2, told: '' });
    expect(noted).toContain('--help');
  }
});

test('--help of a group lists its commands, and --version prints the version', async () => {
  const { run } = openCommandLine();
  const help = await run('serve', '--help');
  expect(help.code).toBe(0);
  expect(help.told).toMatch(/hosted .*recovery /s);
  expect(await run('--version')).toMatchObject({ code: 0, told: '0.0.0\n' });
});

test('an error is JSON on the error output with --json, and nothing is on the standard output', async () => {
  const { run } = openCommandLine();
  const { code, told, noted } = await run('verify-frame', 'no address', '--json');
  expect({ code, told }).toEqual({ code: 2, told: '' });
  expect(JSON.parse(noted)).toMatchObject({ error: expect.stringContaining('no address'), code: null });
});
