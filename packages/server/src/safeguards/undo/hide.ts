import type { AddressType } from '../../users/index.ts';

/** Hides an address but for what its owner knows it by: `a•••@example.com`, `+1•••••••23`. */
export function hide(type: AddressType, subject: string): string {
  if (type === 'phone') return `${subject.slice(0, 2)}${'•'.repeat(7)}${subject.slice(-2)}`;
  const at = subject.lastIndexOf('@');
  const [first = ''] = subject.slice(0, at);
  return `${first}•••${subject.slice(at)}`;
}
