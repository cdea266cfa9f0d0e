'use client';

import { useLatchkey, useToken } from '@latchkey/react';
import { useEffect, useState } from 'react';

/** The button to log in, and, for a signed-in user, what the back end of this page says of them. */
export function Account() {
  const { ready, authenticated, error, login, logout } = useLatchkey();
  if (error) return <p role="alert">{error.message}</p>;
  if (!authenticated)
    return (
      <button disabled={!ready} onClick={login} type="button">
        Log in
      </button>
    );
  return (
    <>
      <WhoIsThere />
      <button onClick={() => logout().catch(tell)} type="button">
        Log out
      </button>
    </>
  );
}

/** Yours shows it where your page tells of failures. */
const tell = (error) => alert(error.message);

function WhoIsThere() {
  const { getAccessToken } = useToken();
  const [userId, setUserId] = useState(null);

  useEffect(() => {
    let isGone = false;
    async function ask() {
      const authorization = `Bearer ${await getAccessToken()}`;
      const answer = await fetch('/api/me', { headers: { authorization } });
      const me = await answer.json();
      if (!isGone) setUserId(me.userId);
    }
    ask().catch(tell);
    return () => {
      isGone = true;
    };
  }, [getAccessToken]);

  return <output>{userId}</output>;
}
