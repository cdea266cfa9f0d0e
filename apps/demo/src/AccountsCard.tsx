import { type User, useLinkAccount } from '@latchkey/react';

/** How the person logs in, and one more way: what the modal asks for is its own affair. */
export function AccountsCard({ user }: { user: User }) {
  const { linkPasskey } = useLinkAccount();
  const ways = user.linkedAccounts.map(({ type }) => type).filter((type) => type !== 'wallet');
  return (
    <section aria-label="Ways in">
      <p>You log in by {ways.map((type) => type.replace('_oauth', '')).join(', ')}.</p>
      <p>
        <button type="button" onClick={linkPasskey}>
          Add a passkey
        </button>
      </p>
    </section>
  );
}
