import { createTestService } from '@latchkey/testkit';
import { pino } from 'pino';
import { expect, test } from 'vitest';

test.each(['sensitive_max_age', 'new_device_max_age'])(
  'a start warns of each app whose %s is 0, and of no other',
  async (name) => {
    const lines: { app?: string; level: number; msg: string }[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const loose = { id: 'latchkey-test-app-loose01', name: 'Loose', email_auth: true, [name]: 0 };
    const service = await createTestService({ apps: [loose], log });
    const warned = lines.filter(({ msg }) => msg.includes('max_age'));
    expect(warned).toEqual([
      expect.objectContaining({ app: loose.id, level: 40, msg: expect.stringContaining(`${name} is 0`) }),
    ]);
    await service.close();
  },
);
