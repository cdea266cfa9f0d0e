import { describe, expect, it } from 'vitest';
import type { Frame } from '../frame.ts';
import { type Approval, approveByHost, approveByPerson, isApproval } from './approval.ts';

const given = approveByPerson();
const take = (approval: Approval): boolean => isApproval(approval);

describe('[S14] an approval', () => {
  it('isApproval accepts the approvals of the host and of the person; each names its approver, and the person’s cannot be changed', () => {
    expect([approveByHost(), given].map((one) => [isApproval(one), one.by])).toEqual([
      [true, 'host'],
      [true, 'person'],
    ]);
    expect(Object.isFrozen(given)).toBe(true);
    expect(Reflect.set(given, 'by', 'host')).toBe(false);
  });

  it('the compiler and isApproval refuse an object with the fields of an approval', () => {
    // @ts-expect-error a boolean is not an approval
    expect(take(true)).toBe(false);
    // @ts-expect-error an object with the same field is not an approval
    expect(take({ by: 'person' })).toBe(false);
    // @ts-expect-error a spread copy is not an approval
    expect(take({ ...given })).toBe(false);
    // @ts-expect-error an object that claims an approval is not one
    expect(take({ approved: true, isApproved: true, by: given.by })).toBe(false);
    // @ts-expect-error a frame cannot hold a copy of an approval
    const frame: Pick<Frame, 'approval'> = { approval: { ...given } };
    expect(isApproval(frame.approval)).toBe(false);
  });

  it.each<[string, () => unknown]>([
    ['a copy from JSON', () => JSON.parse(JSON.stringify(given))],
    ['a structured clone, as in a message between windows', () => structuredClone(given)],
    ['an object that inherits from an approval', () => Object.create(given)],
    ['an object with the prototype of an approval', () => Object.create(Object.getPrototypeOf(given))],
    ['a proxy of an approval', () => new Proxy(given, {})],
    ['the class of approvals', () => given.constructor],
    ['null', () => null],
    ['a text', () => 'person'],
  ])('isApproval refuses %s at run time', (_, forge) => {
    expect(take(forge() as Approval)).toBe(false);
  });
});
