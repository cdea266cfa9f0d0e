import { Account } from '../components/Account.jsx';

export default function Page() {
  return (
    <main>
      <h1>App Router</h1>
      <Account />
    </main>
  );
}
