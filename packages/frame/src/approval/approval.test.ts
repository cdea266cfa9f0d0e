import { describe, expect, it } from 'vitest';
import type { Frame } from '../frame.ts';
import { type Approval, approveByHost, approveByPerson, isApproval } from './approval.ts';

const given = approveByPerson();
const take = (approval: Approval): boolean => isApproval(approval);

describe('[S14] an approval', () => {
  it('accepts the approvals of the host and of the person, which name their approver and cannot be changed', () => {
    expect([approveByHost(), given].map((one) => [isApproval(one), one.by])).toEqual([
      [true, 'host'],
      [true, 'person'],
    ]);
    expect(Object.isFrozen(given)).toBe(true);
    expect(Reflect.set(given, 'by', 'host')).toBe(false);
  });

  it('does not accept an object of the form of an approval, at compile time or at run time', () => {
    // @ts-expect-error a boolean is not an approval
    expect(take(true)).toBe(false);
    // @ts-expect-error an object of the same form is not one
    expect(take({ by: 'person' })).toBe(false);
    // @ts-expect-error a spread copy is not one
    expect(take({ ...given })).toBe(false);
    // @ts-expect-error an object with an approval's field is not one
    expect(take({ approved: true, isApproved: true, by: given.by })).toBe(false);
    // @ts-expect-error a frame cannot hold a copy of one
    const frame: Pick<Frame, 'approval'> = { approval: { ...given } };
    expect(isApproval(frame.approval)).toBe(false);
  });

  it.each<[string, () => unknown]>([
    ['its JSON', () => JSON.parse(JSON.stringify(given))],
    ['what a message between windows makes of it', () => structuredClone(given)],
    ['an heir of it', () => Object.create(given)],
    ['an object with its prototype', () => Object.create(Object.getPrototypeOf(given))],
    ['a proxy of it', () => new Proxy(given, {})],
    ['its class', () => given.constructor],
    ['nothing', () => null],
    ['a text', () => 'person'],
  ])('does not accept %s in place of an approval at run time', (_, forge) => {
    expect(take(forge() as Approval)).toBe(false);
  });
});
