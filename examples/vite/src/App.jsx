import { useLatchkey } from '@latchkey/react';
import * as Dialog from '@radix-ui/react-dialog';

/** A page with a login button, and another in a dialog that traps the focus and locks the page behind it. */
export function App() {
  const { authenticated, error, user, logout } = useLatchkey();
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <main>
      <h1>Vite</h1>
      {authenticated ? (
        <>
          <output>{user?.email?.address}</output>
          <button onClick={() => logout().catch(tell)} type="button">
            Log out
          </button>
        </>
      ) : (
        <LogIn />
      )}
      <Cart />
    </main>
  );
}

/** Shows an error. Replace it with the way your page shows failures. */
const tell = (error) => alert(error.message);

function LogIn() {
  const { ready, login } = useLatchkey();
  return (
    <button disabled={!ready} onClick={login} type="button">
      Log in
    </button>
  );
}

function Cart() {
  const { authenticated, user } = useLatchkey();
  return (
    <Dialog.Root>
      <Dialog.Trigger>Show the cart</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay />
        <Dialog.Content aria-describedby={undefined}>
          <Dialog.Title>Cart</Dialog.Title>
          {authenticated ? <p>Ready to order, {user?.email?.address}</p> : <LogIn />}
          <Dialog.Close>Close the cart</Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
