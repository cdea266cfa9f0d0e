import { expect, test } from 'vitest';
import { type Feature, joinFeatures } from './feature.ts';
import type { Failures, Incoming } from './http/index.ts';

const request = {} as Incoming;
const failures = {} as Failures;
const caller = { network: '203.0.113.7', isCounted: true };
const pageOf = (text: string): Feature => ({ pages: async () => new Response(text) });

test('the first module that knows a page answers for it', async () => {
  const joined = joinFeatures([{}, { pages: async () => null }, pageOf('second'), pageOf('third')]);
  expect(await (await joined.pages(request, failures, caller))?.text()).toBe('second');
  expect(await joinFeatures([{}]).pages(request, failures, caller)).toBeNull();
});

test('a sweep that fails does not prevent the others, and the first error is thrown at the end', async () => {
  const swept: string[] = [];
  const sweepOf = (name: string): Feature => ({
    sweep: async () => swept.push(name),
  });
  const failing = (text: string): Feature => ({ sweep: () => Promise.reject(new Error(text)) });
  const { sweep } = joinFeatures([sweepOf('first'), failing('one'), {}, sweepOf('second'), failing('two')]);
  await expect(sweep()).rejects.toThrow('one');
  expect(swept).toEqual(['first', 'second']);
});

test('the service is idle only when every module is idle', async () => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  let isIdle = false;
  const idle = joinFeatures([{}, { idle: () => promise }, { idle: async () => {} }])
    .idle()
    .then(() => {
      isIdle = true;
    });
  await Promise.resolve();
  expect(isIdle).toBe(false);
  resolve();
  await idle;
  expect(isIdle).toBe(true);
});
