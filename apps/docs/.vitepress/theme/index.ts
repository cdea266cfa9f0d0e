import { theme } from '../../src/theme/index.ts';

export default theme;
