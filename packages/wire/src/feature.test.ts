import * as v from 'valibot';
import { expect, test } from 'vitest';
import { feature } from './feature.ts';
import type { RouteName } from './index.ts';
import { type RouteFacts, route } from './route.ts';

const facts: RouteFacts = {
  name: 'names.add',
  method: 'POST',
  path: '/x',
  auth: 'user',
  retry: 'never',
  codes: [],
  summary: 'Adds a name.',
};
const add = route<{ name: string }, { count: number }>(facts);
const list = route<undefined, { names: string[] }>({ ...facts, name: 'names.list' });

const named = v.object({ name: v.string() });
const counted = v.object({ count: v.number() });
const listed = { body: null, reply: v.object({ names: v.array(v.string()) }) };

test('a feature joins its routes with their schemas, in the order of these', () => {
  const joined = feature('names', { add, list }, { list: listed, add: { body: named, reply: counted } });
  expect(Object.entries(joined)).toEqual([
    ['names.list', { route: list, ...listed }],
    ['names.add', { route: add, body: named, reply: counted }],
  ]);
});

test('schemas may take more than a route says, and must take no less', () => {
  feature(
    'names',
    { add },
    { add: { body: v.object({ name: v.union([v.string(), v.number()]) }), reply: counted } },
  );
  // Each of these must not compile: that it does not is what the compiler checks of this file.
  // @ts-expect-error a route without schemas
  feature('names', { add, list }, { list: listed });
  // @ts-expect-error a body of another shape
  feature('names', { add }, { add: { body: v.object({ name: v.number() }), reply: counted } });
  // @ts-expect-error a body that no one checks
  feature('names', { add }, { add: { body: null, reply: counted } });
  // @ts-expect-error a body where the route takes none
  feature('names', { list }, { list: { ...listed, body: named } });
  // @ts-expect-error a reply of another shape
  feature('names', { add }, { add: { body: named, reply: v.object({ count: v.string() }) } });
});

test('a route stands where its name says', () => {
  const elsewhere = route<undefined, { names: string[] }>({ ...facts, name: 'others.list' });
  expect(() => feature('names', { list: elsewhere }, { list: listed })).toThrow('names.list');
  expect(Object.keys(feature('names', { 'others.list': elsewhere }, { 'others.list': listed }))).toEqual([
    'others.list',
  ]);
});

test('the names of all routes are known to the compiler', () => {
  const name: RouteName = 'email.sendCode';
  // @ts-expect-error no route is called so
  const other: RouteName = 'email.sendCodes';
  expect([name, other]).toHaveLength(2);
});
