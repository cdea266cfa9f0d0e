import { LatchkeyProvider } from '@latchkey/react';
import Head from 'next/head';
import { Account } from '../components/Account.jsx';

/** Reads the address of the service when the page is requested, not when it is built. */
export function getServerSideProps() {
  const { APP_ID, AUTH_URL } = process.env;
  return { props: { appId: APP_ID, apiUrl: AUTH_URL } };
}

export default function Classic({ appId, apiUrl }) {
  return (
    <LatchkeyProvider apiUrl={apiUrl} appId={appId}>
      <Head>
        <title>Pages Router</title>
        <link href="data:," rel="icon" />
      </Head>
      <main>
        <h1>Pages Router</h1>
        <Account />
      </main>
    </LatchkeyProvider>
  );
}
