'use client';

import { useLatchkey, useToken } from '@latchkey/react';
import { useEffect, useState } from 'react';

/** Shows the button to log in, or the user id that this page's back end returns. */
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

/** Shows an error. Replace it with the way your page shows failures. */
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
