import { LatchkeyProvider } from '@latchkey/react';

export const metadata = { title: 'App Router' };

/** Reads the address of the service when a page is requested, not when it is built. */
export const dynamic = 'force-dynamic';

/** The provider is a client component. A server layout may render it, because its options here are plain data. */
export default function Layout({ children }) {
  const { APP_ID, AUTH_URL } = process.env;
  return (
    <html lang="en">
      <head>
        <link href="data:," rel="icon" />
      </head>
      <body>
        <LatchkeyProvider apiUrl={AUTH_URL} appId={APP_ID}>
          {children}
        </LatchkeyProvider>
      </body>
    </html>
  );
}
