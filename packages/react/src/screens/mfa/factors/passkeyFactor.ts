import { iconPaths } from '../../../ui/index.ts';
import type { FactorScreens } from './factor.ts';

export const passkeyFactor = { icon: iconPaths.key } as const satisfies FactorScreens;
