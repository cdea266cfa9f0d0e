import { logIn, type TestService } from '@latchkey/testkit';
import { directoryRoutes, type ImportedAccount } from '@latchkey/wire';

export async function importUser(service: TestService, accounts: ImportedAccount[], more: object = {}) {
  const body = { linked_accounts: accounts, ...more };
  const { status, json } = await service.call(directoryRoutes.importUser, { body });
  if (status !== 200) throw new Error(`The import was answered ${status} ${json.code}`);
  return json;
}

export async function userIdOf(service: TestService, email: string): Promise<string> {
  return (await logIn(service, email)).user?.id ?? '';
}
