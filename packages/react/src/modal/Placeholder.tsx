import type { LatchkeyClient } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { StatusPage } from '../screens/index.ts';
import { placeholderTexts } from '../texts/generated/en/placeholder.ts';
import { useTexts } from '../texts/index.ts';
import { Button } from '../ui/index.ts';

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
