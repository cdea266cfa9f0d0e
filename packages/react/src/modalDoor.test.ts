import { createClient } from '@latchkey/core';
import { expect, it } from 'vitest';
import { createModalDoor } from './modalDoor.ts';

const options = { apiUrl: 'https://auth.tidewater.example', appId: 'latchkey-demo-app-0000001' };

it('opens nothing when it is closed while the code of the modal is fetched, and says how the visit ended', async () => {
  // There is no document here: a modal that opened would fail by that.
  const door = createModalDoor(createClient(options));
  const login = door.open('login', undefined);
  const signing = door.open('sign', { kind: 'message', message: 'Hello' } as never);
  door.close();
  await expect(login).rejects.toMatchObject({ code: 'exited_auth_flow' });
  await expect(signing).rejects.toMatchObject({ code: 'user_rejected_request' });
  expect(door.isOpen()).toBe(false);
});
