import type { FactorProofMethod } from '@latchkey/wire';
import { iconPaths, LineIcon } from '../../ui/index.ts';

const paths: Readonly<Record<FactorProofMethod | 'remove' | 'shield', string>> = {
  totp: 'M10 5.75V10l2.75 2M17.5 10a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0Z',
  sms: 'M4.5 4h11A1.5 1.5 0 0 1 17 5.5v7a1.5 1.5 0 0 1-1.5 1.5H10l-4 3v-3H4.5A1.5 1.5 0 0 1 3 12.5v-7A1.5 1.5 0 0 1 4.5 4ZM6.75 9h.01M10 9h.01M13.25 9h.01',
  passkey: iconPaths.key,
  backup_code:
    'M5.5 3.5h9A1.5 1.5 0 0 1 16 5v10a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 15V5a1.5 1.5 0 0 1 1.5-1.5ZM7 7.25h6M7 10h6M7 12.75h3.5',
  remove: 'M4 5.5h12M8 5.5V4h4v1.5M5.5 5.5 6.25 16h7.5l.75-10.5M8.5 8.75v4.5M11.5 8.75v4.5',
  shield: 'M10 2.75 16 5v4.5c0 3.75-2.5 6.5-6 7.75-3.5-1.25-6-4-6-7.75V5ZM7.25 10l2 2 3.5-3.75',
};

/** The marks of second factors, 20 px, in the hand of the modal's own icons; they come with these screens. */
export function FactorIcon({ name }: { name: keyof typeof paths }) {
  return <LineIcon path={paths[name]} />;
}
