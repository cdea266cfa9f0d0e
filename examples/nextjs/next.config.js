import { dirname } from 'node:path';

/** The packages are installed in the folder above. */
export default { turbopack: { root: dirname(import.meta.dirname) } };
