import type { AddressType } from '../../users/index.ts';

/** Masks an address: `a•••@example.com`, `+1•••••••23`. */
export function hide(type: AddressType, subject: string): string {
  if (type === 'phone') return `${subject.slice(0, 2)}${'•'.repeat(7)}${subject.slice(-2)}`;
  const at = subject.lastIndexOf('@');
  const [first = ''] = subject.slice(0, at);
  return `${first}•••${subject.slice(at)}`;
}
