import { createTestService, type TestServiceOptions } from '@latchkey/testkit';
import { type Dump, readTables } from './dump.testkit.ts';
import { appsOfVersion, live } from './people.testkit.ts';

export async function makeDump(options: Pick<TestServiceOptions, 'database'> = {}): Promise<Dump> {
  const apps = await appsOfVersion();
  const service = await createTestService({ ...options, apps });
  try {
    const people = await live(service);
    await service.service.seal();
    // Waits for writes in progress.
    await service.service.close();
    return { madeAtMs: service.clock.now(), apps, people, tables: await readTables(service.database) };
  } finally {
    await service.close();
  }
}
