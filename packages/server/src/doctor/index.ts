/**
 * Checks an installation for its operator: configuration, database, mail, and the service as browsers see it. Each
 * check is one record, and says what to do. Sends a test mail if asked. Owns no table. Uses `apps`, `db`, `delivery`
 * and `frame-pages`. The command `latchkey doctor` runs it.
 */
export { type Examined, examine } from './examine.ts';
