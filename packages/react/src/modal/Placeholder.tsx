import type { LatchkeyClient } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { StatusPage } from '../screens/index.ts';
import { Button, useTexts } from '../ui/index.ts';

export const placeholderTexts = {
  loading: 'Loading',
  title: "Login isn't available right now",
  detail: "We couldn't reach the service. Check your connection and try again.",
  retry: 'Try again',
} as const;

/** Shows until the app's configuration is there (MODAL-08), and what to do when it does not come. */
export function Placeholder({ client, error }: { client: LatchkeyClient; error: ServiceError | null }) {
  const texts = useTexts('placeholder', placeholderTexts);
  if (!error) return <StatusPage state="busy" title={texts.loading} />;
  return (
    <StatusPage
      actions={
        <Button autoFocus onClick={() => void client.start()}>
          {texts.retry}
        </Button>
      }
      detail={texts.detail}
      state="failed"
      title={texts.title}
    />
  );
}
