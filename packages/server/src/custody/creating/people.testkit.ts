import { createTestService, later, type TestService } from '@latchkey/testkit';
import { afterAll, beforeAll } from 'vitest';

export function shareService(): { service: TestService; newEmail(): string } {
  let made: TestService | undefined;
  let people = 0;
  beforeAll(async () => {
    made = await createTestService();
  });
  afterAll(() => made?.close());
  return { service: later(() => made), newEmail: () => `person-${++people}@example.com` };
}
