import { dirname } from 'node:path';

/** The packages stand in the folder above. */
export default { turbopack: { root: dirname(import.meta.dirname) } };
