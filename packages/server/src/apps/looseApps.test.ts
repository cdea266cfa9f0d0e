import { createTestService } from '@latchkey/testkit';
import { pino } from 'pino';
import { expect, test } from 'vitest';

test('a start warns of each app that asks for no recent login before sensitive acts, and of no other', async () => {
  const lines: { app?: string; level: number; msg: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const loose = { id: 'latchkey-test-app-loose01', name: 'Loose', email_auth: true, sensitive_max_age: 0 };
  const service = await createTestService({ apps: [loose], log });
  const warned = lines.filter(({ msg }) => msg.includes('sensitive_max_age'));
  expect(warned).toEqual([expect.objectContaining({ app: loose.id, level: 40 })]);
  await service.close();
});
