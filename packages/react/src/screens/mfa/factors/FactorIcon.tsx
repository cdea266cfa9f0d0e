import type { MfaMethod } from '@latchkey/wire';
import { LineIcon } from '../../../ui/index.ts';
import { factorScreens } from './list.ts';

/** Icons that belong to no method. */
const paths = {
  backup_code:
    'M5.5 3.5h9A1.5 1.5 0 0 1 16 5v10a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 15V5a1.5 1.5 0 0 1 1.5-1.5ZM7 7.25h6M7 10h6M7 12.75h3.5',
  remove: 'M4 5.5h12M8 5.5V4h4v1.5M5.5 5.5 6.25 16h7.5l.75-10.5M8.5 8.75v4.5M11.5 8.75v4.5',
  shield: 'M10 2.75 16 5v4.5c0 3.75-2.5 6.5-6 7.75-3.5-1.25-6-4-6-7.75V5ZM7.25 10l2 2 3.5-3.75',
} as const;

export function FactorIcon({ name }: { name: MfaMethod | keyof typeof paths }) {
  return (
    <LineIcon
      path={name in paths ? paths[name as keyof typeof paths] : factorScreens[name as MfaMethod].icon}
    />
  );
}
