import * as v from 'valibot';
import { expect, test } from 'vitest';
import { feature } from './feature.ts';
import type { RouteName } from './index.ts';
import { type OtherFacts, route } from './route.ts';

const facts: OtherFacts = {
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

test('feature() joins routes with their schemas, in the order of the schemas', () => {
  const joined = feature('names', { add, list }, { list: listed, add: { body: named, reply: counted } });
  expect(Object.entries(joined)).toEqual([
    ['names.list', { route: list, ...listed }],
    ['names.add', { route: add, body: named, reply: counted }],
  ]);
});

test('feature() accepts schemas that take more than a route declares, but not less', () => {
  feature(
    'names',
    { add },
    { add: { body: v.object({ name: v.union([v.string(), v.number()]) }), reply: counted } },
  );
  // Each of these must not compile. The type check of this file verifies that.
  // @ts-expect-error a route without schemas
  feature('names', { add, list }, { list: listed });
  // @ts-expect-error a body of another shape
  feature('names', { add }, { add: { body: v.object({ name: v.number() }), reply: counted } });
  // @ts-expect-error a body without a schema
  feature('names', { add }, { add: { body: null, reply: counted } });
  // @ts-expect-error a schema for a body that the route does not have
  feature('names', { list }, { list: { ...listed, body: named } });
  // @ts-expect-error a reply of another shape
  feature('names', { add }, { add: { body: named, reply: v.object({ count: v.string() }) } });
});

test('feature() refuses a route whose name does not match its place', () => {
  const elsewhere = route<undefined, { names: string[] }>({ ...facts, name: 'others.list' });
  expect(() => feature('names', { list: elsewhere }, { list: listed })).toThrow('names.list');
  expect(Object.keys(feature('names', { 'others.list': elsewhere }, { 'others.list': listed }))).toEqual([
    'others.list',
  ]);
});

test('route() requires the role of a route of the operator, and refuses one elsewhere', () => {
  expect(route({ ...facts, auth: 'operator', role: 'viewer' }).role).toBe('viewer');
  // Each of these must not compile. The type check of this file verifies that.
  const { name, method, path, retry, codes, summary } = facts;
  const rest = { name, method, path, retry, codes, summary };
  // @ts-expect-error a route of the operator without a role
  route({ ...rest, auth: 'operator' });
  // @ts-expect-error a role on a route of users
  route({ ...rest, auth: 'user', role: 'viewer' });
});

test('RouteName accepts the name of a route, and no other name', () => {
  const name: RouteName = 'email.sendCode';
  // @ts-expect-error a name that no route has
  const other: RouteName = 'email.sendCodes';
  expect([name, other]).toHaveLength(2);
});
